import { readPlans } from '../../../kit/config/auth-file.js'
import { requiredSetting } from '../../../kit/config/settings.js'
import { type Diagnostic, didYouMean, type Path } from '../../../kit/config/yaml/diagnostics.js'
import { anonymousPlan, defaultPlan } from '../../../kit/credentials/plans.js'

/**
 * Plans that a parameter names and auth-service.config.yml does not: no caller could have them.
 * Without that file on this machine the plans are not known, and none is reported.
 * @param path That of the mapping whose keys are plans.
 */
export function planMistakes(named: readonly string[], path: Path): Diagnostic[] {
  if (named.length === 0) return []
  const declared = readPlans(requiredSetting('CONFIG_DIR'))
  if (!declared) return []
  const known = [defaultPlan, anonymousPlan, ...declared]
  return named
    .filter((plan) => !known.includes(plan))
    .map((plan) => ({
      path: [...path, plan],
      rule: 'plan-unknown',
      message: `auth-service.config.yml has no plan "${plan}", so no caller has it`,
      remedy: `add it under "plans" there; ${didYouMean(plan, known)}`,
    }))
}
