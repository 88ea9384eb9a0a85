/**
 * The engine that answers without a model. Its answers follow the methodology's calibrated shares; it does not read the
 * question's meaning, and its reasons and quotes are templates. Any change that alters an agent changes the version.
 */
export const EMBEDDED_ENGINE = { name: "embedded", version: "1.0.0" } as const;
