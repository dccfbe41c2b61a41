import type { Path, Report } from '../kit/yaml/mistakes.js'
import { type Stage, stages } from '../plugins/kit/plugin.js'

/** A step whose parameters are right: what it is and what must stand before it. */
export interface PlacedStep {
  policy: string
  path: Path
  stage: Stage
  needs: readonly Stage[]
}

/** Stages that stand at most once in a pipeline. The limits may repeat. */
const single: readonly Stage[] = ['open', 'authenticate', 'authorize', 'rules', 'answer']

const order = `the order is ${stages.join(' > ')}`

/** Checks the order of steps: `open` first, then every stage in its place with what it needs before it, `answer` last. */
export function checkOrder(pipeline: string, steps: readonly PlacedStep[], report: Report): void {
  const seen = new Set<Stage>()
  let before: PlacedStep | undefined
  for (const step of steps) {
    if (seen.has(step.stage) && single.includes(step.stage)) {
      report(step.path, `a second step of stage "${step.stage}"`, 'keep one of them')
    } else if (before && stages.indexOf(step.stage) < stages.indexOf(before.stage)) {
      report(step.path, `"${step.policy}" must stand before "${before.policy}"`, order)
    } else {
      for (const need of step.needs.filter((stage) => !seen.has(stage))) {
        report(step.path, `"${step.policy}" needs a step of stage "${need}" before it`, order)
      }
      before = step
    }
    seen.add(step.stage)
  }
  const path = ['pipelines', pipeline, 'policies']
  if (!seen.has('open')) report(path, `pipeline "${pipeline}" has no step of stage "open"`, order)
  if (!seen.has('answer')) report(path, `pipeline "${pipeline}" has no step of stage "answer"`, order)
}
