/**
 * How many random samples a test draws. `SAMPLES=10` in the environment draws ten times as many:
 * for a night, or after a change of what is tested.
 */
export const samples = (usual: number): number =>
  Math.ceil(usual * Number(process.env.SAMPLES ?? 1))
