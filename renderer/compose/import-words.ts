import type { PresetImport } from '../../shared/desk.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'

/** What came of taking presets in: one line for all that went well, one for each that did not. */
export function importWords({ taken, alreadyThere, renamed, refused }: PresetImport): {
  readonly title: string
  readonly lines: readonly string[]
} {
  return {
    title:
      taken === 0 && alreadyThere === 0
        ? say('No preset was taken in')
        : phrases(
            say('{taken, plural, one {# preset} other {# presets}} taken in', { taken }),
            alreadyThere === 0 ? null : say('{count, plural, one {# was} other {# were}} there already', { count: alreadyThere })
          ),
    lines: [
      ...refused.map(({ name, why }) => say('“{name}” was left out: {why}', { name, why })),
      ...renamed.map(({ name, newName }) => say('“{name}” is called “{newName}” here, since you have one of that name.', { name, newName }))
    ]
  }
}
