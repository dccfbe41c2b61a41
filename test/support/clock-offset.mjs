/** Preload for a process of the product: its clock is CLOCK_OFFSET_MS ahead of the machine's. */
const offset = Number(process.env.CLOCK_OFFSET_MS)
const Real = Date

globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Real.now() + offset] : parts))
  }

  static now() {
    return Real.now() + offset
  }
}
