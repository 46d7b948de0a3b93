package io.alluvium.testkit.scripts;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A script that was read: its steps in order, and what they say together about its tables. */
record Script(String file, List<Command> commands) {
    Script {
        commands = List.copyOf(commands);
    }

    /** How many splits each fed table has: one more than the greatest number. */
    Map<String, Integer> splits() {
        Map<String, Integer> splits = new HashMap<>();
        for (Command.Feed feed : feeds()) {
            feed.changes().forEach(change -> splits.merge(feed.table(), change.split() + 1, Math::max));
        }
        return splits;
    }

    /** Tables that are fed by key: new images come without the old ones. */
    Set<String> upsertTables() {
        Set<String> tables = new HashSet<>();
        for (Command.Feed feed : feeds()) {
            if (feed.changes().stream().anyMatch(Command.Change::isUpsert)) {
                tables.add(feed.table());
            }
        }
        return tables;
    }

    /** Tables that come to an end. */
    Set<String> endedTables() {
        Set<String> tables = new HashSet<>();
        for (Command command : commands) {
            if (command instanceof Command.End end) {
                tables.add(end.table());
            }
        }
        return tables;
    }

    private List<Command.Feed> feeds() {
        return commands.stream()
                .map(command -> command instanceof Command.ExpectError error ? error.step() : command)
                .filter(Command.Feed.class::isInstance)
                .map(Command.Feed.class::cast)
                .toList();
    }
}
