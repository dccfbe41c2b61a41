/**
 * How far the clocks of two machines of ours may differ, in seconds: of auth services that share a store, and of the gateway
 * and an auth service. A token may be so much younger than the reader's clock says; it never lives longer for it.
 */
export const clockToleranceSeconds = 5

/** The same in milliseconds. */
export const clockToleranceMs = clockToleranceSeconds * 1000
