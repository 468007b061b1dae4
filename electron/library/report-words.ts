import type { LibraryReport } from '../../shared/library.ts'
import { counted } from '../../shared/fields/say.ts'

/** A report in plain sentences: what happened, what it means, what to do. */
export function reportWords(report: Omit<LibraryReport, 'words'>): readonly string[] {
  const { missing, changed, found, strange, torn, unwritten, takenIn } = report
  if (!report.isFolderThere)
    return [
      `The library folder ${report.folder} is not there. Nothing is lost by that: connect its drive, or choose another folder in the settings, and look again.`
    ]
  const words: string[] = []
  if (found.length > 0) words.push(`${counted(found.length, 'file')} had been moved or renamed and ${wasOrWere(found.length)} found again.`)
  if (takenIn > 0) words.push(`${counted(takenIn, 'file')} came with a recipe and ${wasOrWere(takenIn)} taken in.`)
  if (missing.length > 0)
    words.push(
      `${counted(missing.length, 'file')} ${isOrAre(missing.length)} not in the folder any more. Fetching again costs no credits, as long as the service still has them.`
    )
  if (changed.length > 0)
    words.push(
      `${counted(changed.length, 'file')} ${wasOrWere(changed.length)} changed by another program. Keep the changed one, or fetch the first one again.`
    )
  if (strange.length > 0)
    words.push(`${counted(strange.length, 'file')} without a recipe ${isOrAre(strange.length)} in the folder. They can be taken in.`)
  if (torn.length > 0)
    words.push(`${counted(torn.length, 'recipe')} beside a file can’t be read. The files themselves are not touched by that.`)
  if (unwritten > 0) words.push(`${counted(unwritten, 'recipe')} could not be written beside the file. Kiln tries again.`)
  return words.length === 0 ? ['Every file is where it belongs.'] : words
}

function wasOrWere(count: number): string {
  return count === 1 ? 'was' : 'were'
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}
