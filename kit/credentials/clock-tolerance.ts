/**
 * How far the clocks of two of our machines may differ, in seconds: of auth services that share a
 * store, and of the gateway and an auth service. A token may be this much younger than the reader's
 * clock says; this never extends its life.
 */
export const clockToleranceSeconds = 5

/** The same in milliseconds. */
export const clockToleranceMs = clockToleranceSeconds * 1000
