import type { ImageRequirements } from '../../shared/form/fields.ts'
import type { LocalMedia, MediaFacts } from '../../shared/form/media-facts.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { FileTokens } from './file-tokens.ts'
import type { ShellPort } from './ports.ts'

type ConvertMediaParts = {
  readonly fileTokens: FileTokens
  readonly inspect: (path: string) => Promise<MediaFacts>
  readonly savePastedFile: (bytes: Uint8Array, stem: string | null) => Promise<string>
  readonly convertImage: ShellPort['convertImage']
}

/**
 * Creates a copy of an image that meets the target. Saves the copy where pasted images are saved. The original isn't changed.
 *
 * @throws UserFacingError if the image can't be read or made to fit.
 */
export async function saveConvertedImage(
  { fileTokens, inspect, savePastedFile, convertImage }: ConvertMediaParts,
  path: string,
  target: ImageRequirements
): Promise<LocalMedia> {
  const { name } = await inspect(path)
  // An unreadable image is treated like one that can't be converted. The user has to choose another file in either case.
  const bytes = await convertImage(path, target).catch(() => null)
  if (bytes === null)
    throw new UserFacingError(say('{name} couldn’t be converted.', { name }), {
      advice: say('The file stays unchanged. Choose another file.')
    })
  const kept = await savePastedFile(bytes, name.replace(/\.[^.]*$/, ''))
  return fileTokens.add(kept, await inspect(kept))
}
