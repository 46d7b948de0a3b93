package io.alluvium.core.operator;

/**
 * Takes bad records. Whether the job goes on, or stops with the record's error, is the job's policy: this call throws the error
 * in strict mode and above the allowed rate.
 */
public interface DeadLetters {
    void report(DeadLetter letter);
}
