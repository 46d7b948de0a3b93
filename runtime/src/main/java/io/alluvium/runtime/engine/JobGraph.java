package io.alluvium.runtime.engine;

import io.alluvium.core.io.Clock;
import io.alluvium.core.operator.Operator;
import io.alluvium.core.operator.StateReader;
import io.alluvium.core.plan.PhysicalPlan;
import io.alluvium.core.plan.PlanNode;
import io.alluvium.core.row.RowHash;
import io.alluvium.runtime.checkpoint.StateFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the stations of a plan in every worker and connects them: direct calls inside a worker, an exchange by key group between
 * all workers. Then opens the operators and gives them back the state of the key groups they own now.
 */
final class JobGraph {
    private final PhysicalPlan plan;
    private final JobOptions options;
    private final Surroundings surroundings;
    private final EpochGate gate;
    private final DeadLetterPolicy policy;
    private final StoreSinks sinks;
    private final Map<String, ScanProgress> scans;
    private final QueueBudget budget;
    private final long attempt;
    private final List<Worker> workers;
    private final Map<String, Station[]> stations = new HashMap<>();

    JobGraph(
            PhysicalPlan plan,
            JobOptions options,
            Surroundings surroundings,
            EpochGate gate,
            StoreSinks sinks,
            Map<String, ScanProgress> scans,
            QueueBudget budget,
            long attempt,
            List<Worker> workers) {
        this.plan = plan;
        this.options = options;
        this.surroundings = surroundings;
        this.gate = gate;
        this.policy = new DeadLetterPolicy(options, surroundings.clock());
        this.sinks = sinks;
        this.scans = scans;
        this.budget = budget;
        this.attempt = attempt;
        this.workers = workers;
    }

    void build(List<StateFile> state) {
        for (PlanNode node : plan.nodes()) {
            Station[] row = new Station[workers.size()];
            for (int worker = 0; worker < row.length; worker++) {
                row[worker] = station(node, worker);
            }
            stations.put(node.id(), row);
        }
        for (PlanNode reader : plan.nodes()) {
            for (int input = 0; input < reader.inputs().size(); input++) {
                connect(plan.node(reader.inputs().get(input)), reader, input);
            }
        }
        for (Worker worker : workers) {
            for (Station station : worker.stations()) {
                station.operator().open(station.context());
                station.operator().restore(reader(station.context(), state));
            }
        }
    }

    private Station station(PlanNode node, int index) {
        Worker worker = workers.get(index);
        Station[] self = new Station[1];
        StationContext context = new StationContext(
                node.id(),
                index,
                options,
                gate,
                policy,
                () -> worker.post(() -> self[0].resume()),
                gate.lastOpened() + 1);
        Operator operator = operator(node, worker, index, context);
        int inputs = node instanceof PlanNode.Exchange
                ? workers.size()
                : node.inputs().size();
        Station station = new Station(operator, context, worker, inputs, budget);
        self[0] = station;
        worker.add(station, inputs == 0);
        if (operator instanceof ScanReader scan) {
            scan.output(station);
            worker.add(scan);
        }
        return station;
    }

    private Operator operator(PlanNode node, Worker worker, int index, StationContext context) {
        if (node instanceof PlanNode.Scan scan) {
            ScanProgress progress = scans.get(scan.id());
            if (progress == null) {
                throw new IllegalStateException("scan " + scan.id() + " was not opened");
            }
            Clock clock = surroundings.clock();
            return new ScanReader(progress, context, policy, clock, surroundings.scanFunctions());
        }
        if (node instanceof PlanNode.Values values) {
            return new ValuesOperator(values);
        }
        if (node instanceof PlanNode.Exchange || node instanceof PlanNode.Union) {
            return new PassThrough(node.schema());
        }
        if (node instanceof PlanNode.Sink sink) {
            return new SinkOperator(sink, sinks.delivery(sink, worker, index, attempt));
        }
        if (node instanceof PlanNode.Collect collect) {
            return new CollectOperator(collect.id(), worker);
        }
        return surroundings.operators().create(plan, node, surroundings.connectors());
    }

    private void connect(PlanNode from, PlanNode to, int input) {
        for (int worker = 0; worker < workers.size(); worker++) {
            Station sender = stationsOf(from)[worker];
            if (to instanceof PlanNode.Exchange exchange) {
                sender.addTarget(exchange(exchange, worker));
            } else {
                sender.addTarget(stationsOf(to)[worker].input(input));
            }
        }
    }

    private Target exchange(PlanNode.Exchange node, int from) {
        Station[] receivers = stationsOf(node);
        Target[] targets = new Target[receivers.length];
        for (int to = 0; to < targets.length; to++) {
            targets[to] = to == from
                    ? receivers[to].input(from)
                    : new RemoteInput(workers.get(to), receivers[to], from, budget);
        }
        int[] keys = node.keys().stream().mapToInt(Integer::intValue).toArray();
        return targets.length == 1 ? targets[0] : new ExchangeTarget(keys, node.schema(), targets);
    }

    private Station[] stationsOf(PlanNode node) {
        Station[] row = stations.get(node.id());
        if (row == null) {
            throw new IllegalStateException("no station for " + node.id());
        }
        return row;
    }

    private StateReader reader(StationContext context, List<StateFile> state) {
        int from = firstKeyGroup(context.worker());
        int to = firstKeyGroup(context.worker() + 1);
        return (name, visitor) -> {
            for (StateFile file : state) {
                file.read(context.node(), name, from, to, visitor);
            }
        };
    }

    private int firstKeyGroup(int worker) {
        int group = 0;
        while (group < RowHash.KEY_GROUPS && RowHash.workerOf(group, workers.size()) < worker) {
            group++;
        }
        return group;
    }
}
