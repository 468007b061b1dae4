import type { LibraryReport } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'

/** Returns a report as sentences for the user: what happened, what it means and what to do. `folder`: the checked library folder. */
export function reportText(report: Omit<LibraryReport, 'words'>, folder: string): readonly string[] {
  const { missing, changed, found, unrecognized, undisplayable, corruptSidecars, unwritten, untrashed, importedCount } = report
  if (!report.isFolderThere)
    return [
      say(
        'The library folder {folder} can’t be found. Nothing is lost. Connect its drive, then check again. You can also choose another folder in Settings.',
        { folder }
      )
    ]
  const words = [
    of(found, (count) =>
      say('{count, plural, one {# moved or renamed file was found} other {# moved or renamed files were found}}.', {
        count
      })
    ),
    importedCount === 0
      ? null
      : say(
          '{count, plural, one {# file with a recipe was added to the library} other {# files with recipes were added to the library}}.',
          {
            count: importedCount
          }
        ),
    of(missing, (count) =>
      say(
        '{count, plural, one {# file is} other {# files are}} missing from the folder. Downloading {count, plural, one {it} other {them}} again is free while the service still has {count, plural, one {it} other {them}}.',
        { count }
      )
    ),
    of(changed, (count) =>
      say(
        '{count, plural, one {# file was} other {# files were}} changed by another app. Keep the changed {count, plural, one {version} other {versions}}. You can also download the {count, plural, one {original} other {originals}} again.',
        { count }
      )
    ),
    of(unrecognized, (count) =>
      say('{count, plural, one {# file in the folder has} other {# files in the folder have}} no recipe and can be added to the library.', {
        count
      })
    ),
    of(undisplayable, (count) =>
      say('Kiln can’t display {count, plural, one {# file} other {# files}} in the folder. Nothing was moved or changed.', { count })
    ),
    of(corruptSidecars, (count) =>
      say('{count, plural, one {# recipe file} other {# recipe files}} can’t be read. The results aren’t affected.', {
        count
      })
    ),
    unwritten === 0
      ? null
      : say(
          '{count, plural, one {# recipe couldn’t be saved next to its file} other {# recipes couldn’t be saved next to their files}}. Kiln will retry.',
          {
            count: unwritten
          }
        ),
    untrashed === 0
      ? null
      : say(
          '{count, plural, one {# deleted file} other {# deleted files}} couldn’t be moved to the system’s trash. To free up space, delete the hidden folder {folder} next to your files.',
          { count: untrashed, folder: '.kiln-trash' }
        )
  ].filter((sentence) => sentence !== null)
  if (words.length > 0) return words
  return [report.verifiedAt === null ? say('Kiln hasn’t checked the files yet.') : say('All files are in place.')]
}

function of(files: readonly unknown[], words: (count: number) => string): string | null {
  return files.length === 0 ? null : words(files.length)
}
