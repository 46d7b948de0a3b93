package io.alluvium.connector.formats;

/** Says why a text is no value of a type; {@link ValueParser} adds field, type and text. Has no stack trace: it is cheap. */
final class BadText extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadText(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
