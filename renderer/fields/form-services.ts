import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { ImageRequirements, MediaField } from '../../shared/form/fields.ts'
import type { LocalMedia, InspectedMedia } from '../../shared/form/media-facts.ts'
import type { MediaReference, MediaValue } from '../../shared/form/values.ts'
import type { FieldInputProps } from './field-input-props.ts'
import type { WantedMedia } from './media-under-mask.ts'

/** Services that the surrounding form offers to its inputs. */
export type FormServices = {
  /** Input component for any kind of field. Groups and lists use this component for their inner fields. */
  readonly Input: ComponentType<FieldInputProps>
  /** Returns the media that a reference refers to. Null if the media isn't known yet. */
  readonly mediaOf: (reference: MediaReference) => InspectedMedia | null
  /** True if a file or result no longer exists and has to be chosen again. */
  readonly isMissing: (reference: MediaReference) => boolean
  /** Returns the number of files that are being inspected for this field. */
  readonly readingCount: (field: string) => number
  /** Returns why the last files for this field were skipped. Null if no files were skipped. */
  readonly skippedReason: (field: string) => string | null
  /**
   * Inspects files and adds them to the field. The first file replaces the item at `index`. If `index` is null, all files are added at the
   * end.
   */
  readonly addFiles: (field: MediaField, files: readonly File[], index: number | null) => void
  /** Adds web addresses or library results. They don't need to be inspected. `index` works as in `addFiles`. */
  readonly addValues: (field: MediaField, values: readonly MediaValue[], index: number | null) => void
  /** Adds media created in the form, such as a recording or a mask. `index` works as in `addFiles`. */
  readonly addLocalFile: (field: MediaField, draft: LocalMedia, index: number | null) => void
  /** Replaces an image with a converted copy. Resolves once the copy or an error message is shown. */
  readonly convert: (field: MediaField, media: MediaReference, index: number, target: ImageRequirements) => Promise<void>
  /** Replaces an audio file with a copy of a part, in seconds. Resolves once the copy or an error message is shown. */
  readonly cut: (
    field: MediaField,
    media: MediaReference,
    index: number,
    part: { readonly start: number; readonly end: number }
  ) => Promise<void>
  /** Opens the system's file dialog and adds the chosen files. */
  readonly browse: (field: MediaField, index: number | null) => void
  /**
   * Sets the media of a field. `placesAfter` holds the new index of each previous item, or null for a removed item. The prompt's image
   * references are updated to match.
   */
  readonly setMedia: (field: MediaField, values: readonly MediaValue[], placesAfter: readonly (number | null)[]) => void
  /** Returns the image or video that a mask is painted over. Null if no image or video is chosen yet. */
  readonly maskTarget: (field: MediaField) => InspectedMedia | null
  /**
   * Returns the media that the number fields of a group belong to, found like `maskTarget`. For top-level fields, `group` is empty. Null if
   * no media is chosen yet.
   */
  readonly mediaBeside: (group: string, wanted: WantedMedia) => InspectedMedia | null
  /** Inserts a reference such as "image 2" into the prompt, at the caret. Null if the form has no prompt. */
  readonly mention: ((field: MediaField, index: number) => void) | null
  /** True while files are dragged over the window. */
  readonly isDragging: boolean
  /** True if the next task uses the same seed. Otherwise the seed changes after each sent task. */
  readonly isSeedKept: (field: string) => boolean
  readonly setSeedKept: (field: string, isKept: boolean) => void
  /** Loads the audio sample of an option. `index` is the option's position. Resolves to a URL, or to null after an error message. */
  readonly loadSample: (field: string, index: number) => Promise<string | null>
}

const Services = createContext<FormServices | null>(null)
export const FormServicesProvider = Services.Provider

export function useFormServices(): FormServices {
  const services = useContext(Services)
  if (services === null) throw new Error('A form input was rendered outside a form.')
  return services
}
