import type { PresetImportResult } from '../../shared/form/workspace.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

/**
 * Returns text about a preset import's result. `title` counts imported and duplicate presets. `lines` has one line for each skipped or
 * renamed preset.
 */
export function presetImportText({ imported, alreadyThere, renamed, refused }: PresetImportResult): {
  readonly title: string
  readonly lines: readonly string[]
} {
  return {
    title:
      imported === 0 && alreadyThere === 0
        ? say('No presets imported')
        : joinPhrases(
            say('{taken, plural, one {# preset} other {# presets}} imported', { taken: imported }),
            alreadyThere === 0 ? null : say('{count, plural, one {# duplicate} other {# duplicates}} skipped', { count: alreadyThere })
          ),
    lines: [
      ...refused.map(({ name, why }) => say('“{name}” was skipped. {why}', { name, why })),
      ...renamed.map(({ name, newName }) => say('“{name}” already exists, so this preset was imported as “{newName}”.', { name, newName }))
    ]
  }
}
