package io.alluvium.server.session;

/** When the jobs of a run end. Jobs whose sources are all bounded end by themselves in either mode. */
public enum RunMode {
    UNTIL_STOPPED,
    UNTIL_CAUGHT_UP
}
