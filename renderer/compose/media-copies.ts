import { valueNamed } from '../../shared/form/fields.ts'
import type { MediaField } from '../../shared/form/fields.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { MediaReference } from '../../shared/form/values.ts'
import { isFileReference } from '../../shared/form/values.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { request } from '../bridge/kiln.ts'
import type { FormServices } from '../fields/form-services.ts'
import { mediaValues } from '../fields/media-list.ts'
import { currentForm } from './forms-store.ts'
import type { usePutMedia } from './use-put-media.ts'

type MediaCopies = Pick<FormServices, 'convert' | 'cut'>

/** Returns functions that replace a draft's media with changed copies. The originals stay unchanged. */
export function mediaCopies(
  capabilityId: string,
  draft: number,
  { putMedia, reportSkipped }: Pick<ReturnType<typeof usePutMedia>, 'putMedia' | 'reportSkipped'>
): MediaCopies {
  function replace(field: MediaField, media: MediaReference, index: number, copy: Outcome<LocalMedia>, title: string): void {
    if (!copy.ok) return reportSkipped(field, joinSentences(copy.message, copy.advice))
    // Skips the replacement if the item at this index changed while the copy was made.
    const now = mediaValues(valueNamed(currentForm(capabilityId, draft).values, field.name))[index]
    if (JSON.stringify(now) === JSON.stringify(media)) putMedia(field, [copy.value], index, [], title)
  }
  return {
    convert: async (field, media, index, target) => {
      if (isFileReference(media)) return
      reportSkipped(field, null)
      const copy = await request('media.convert', { media, target: { ...target, formats: [...target.formats] } })
      const isCropped = target.crop !== undefined
      const title = isCropped ? say('Cropped. The original file is unchanged.') : say('Converted. The original file is unchanged.')
      replace(field, media, index, copy, title)
    },
    cut: async (field, media, index, part) => {
      if (isFileReference(media)) return
      reportSkipped(field, null)
      replace(field, media, index, await request('media.cut', { media, ...part }), say('Cut. The original file is unchanged.'))
    }
  }
}
