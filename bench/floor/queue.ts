export const FLOOR_QUEUE = "bench-floor";
