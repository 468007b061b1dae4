import type { PresetImport } from '../../shared/desk.ts'
import { countWords } from '../ui/figures.ts'

/** What came of taking presets in: one line for all that went well, one for each that did not. */
export function importWords({ taken, alreadyThere, renamed, refused }: PresetImport): {
  readonly title: string
  readonly lines: readonly string[]
} {
  const there = alreadyThere === 0 ? '' : `, ${countWords(alreadyThere)} ${alreadyThere === 1 ? 'was' : 'were'} there already`
  return {
    title:
      taken === 0 && alreadyThere === 0
        ? 'No preset was taken in'
        : `${countWords(taken)} ${taken === 1 ? 'preset' : 'presets'} taken in${there}`,
    lines: [
      ...refused.map(({ name, why }) => `“${name}” was left out: ${why}`),
      ...renamed.map(({ name, newName }) => `“${name}” is called “${newName}” here, since you have one of that name.`)
    ]
  }
}
