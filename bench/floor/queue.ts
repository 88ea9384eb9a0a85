/** Sized like the workers of simulations. */
export const FLOOR_QUEUE = "bench-floor";
/** Sized like the workers of deliveries. */
export const DELIVERIES_FLOOR_QUEUE = "bench-floor-deliveries";
