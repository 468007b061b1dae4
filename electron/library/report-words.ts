import type { LibraryReport } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'

/** A report in plain sentences: what happened, what it means, what to do. */
export function reportWords(report: Omit<LibraryReport, 'words'>): readonly string[] {
  const { missing, changed, found, strange, torn, unwritten, takenIn } = report
  if (!report.isFolderThere)
    return [
      say(
        'The library folder {folder} is not there. Nothing is lost by that: connect its drive, or choose another folder in the settings, and look again.',
        { folder: report.folder }
      )
    ]
  const words = [
    of(found, (count) =>
      say(
        '{count, plural, one {# file had been moved or renamed and was found again} other {# files had been moved or renamed and were found again}}.',
        {
          count
        }
      )
    ),
    takenIn === 0
      ? null
      : say('{count, plural, one {# file came with a recipe and was taken in} other {# files came with a recipe and were taken in}}.', {
          count: takenIn
        }),
    of(missing, (count) =>
      say(
        '{count, plural, one {# file is} other {# files are}} not in the folder any more. Fetching again costs no credits, as long as the service still has them.',
        { count }
      )
    ),
    of(changed, (count) =>
      say(
        '{count, plural, one {# file was} other {# files were}} changed by another program. Keep the changed one, or fetch the first one again.',
        { count }
      )
    ),
    of(strange, (count) =>
      say('{count, plural, one {# file without a recipe is} other {# files without a recipe are}} in the folder. They can be taken in.', {
        count
      })
    ),
    of(torn, (count) =>
      say('{count, plural, one {# recipe} other {# recipes}} beside a file can’t be read. The files themselves are not touched by that.', {
        count
      })
    ),
    unwritten === 0
      ? null
      : say('{count, plural, one {# recipe} other {# recipes}} could not be written beside the file. Kiln tries again.', {
          count: unwritten
        })
  ].filter((sentence) => sentence !== null)
  return words.length === 0 ? [say('Every file is where it belongs.')] : words
}

function of(files: readonly unknown[], words: (count: number) => string): string | null {
  return files.length === 0 ? null : words(files.length)
}
