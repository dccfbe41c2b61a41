import { useAction } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import type { Access } from './access.js'
import { exampleOrganizations } from './calls.js'
import { filled, groups, type Preset } from './presets.js'
import type { Body } from './query.js'

/** Puts a body into the editor, and searches. @param about What the query does, to be shown. */
export type SearchBody = (body: Body, index: string, about?: string) => Promise<void>

interface PresetsProps {
  access: Access
  searchBody: SearchBody
  onChosen?(): void
}

/** Example searches; their values are taken from the organizations that there are. */
export function Presets({ access, searchBody, onChosen }: PresetsProps) {
  const choice = useAction((preset: Preset) =>
    access.doing(async () => {
      const body = filled(preset.body, await exampleOrganizations(preset.index))
      onChosen?.()
      await searchBody(body, preset.index, preset.about)
    }),
  )
  return (
    <div class="presets" aria-busy={choice.isRunning}>
      <Problem error={choice.error} />
      {groups.map(({ title, presets }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {presets.map((preset) => (
              <li key={preset.title}>
                <button type="button" class="small" onClick={() => choice.run(preset)}>
                  {preset.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
