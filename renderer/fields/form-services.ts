import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import type { DraftMedia, KnownMedia } from '../../shared/media-facts.ts'
import type { MediaReference, MediaValue } from '../../shared/values.ts'
import type { FieldInputProps } from './field-input-props.ts'

/** What inputs need from the form around them. */
export type FormServices = {
  /** The input of any field, for the groups and lists that hold others. */
  readonly Input: ComponentType<FieldInputProps>
  /** What stands behind a reference, as far as the window knows it; null: nothing yet. */
  readonly mediaOf: (reference: MediaReference) => KnownMedia | null
  /** A file or a result that is not there any more, and has to be chosen again. */
  readonly isGone: (reference: MediaReference) => boolean
  /** Files that are being looked into for this field. */
  readonly readingCount: (field: string) => number
  /** Why the last files for this field were left out; null: none were. */
  readonly leftOut: (field: string) => string | null
  /** Looks into files and puts them into the field: at `index`, in place of what is there, or at its end. */
  readonly addFiles: (field: MediaField, files: readonly File[], index: number | null) => void
  /** Does the same with what needs no looking into: web addresses, and results from the library. */
  readonly addValues: (field: MediaField, values: readonly MediaValue[], index: number | null) => void
  /** Does the same with what was made for the field: a recording, a mask. */
  readonly addDraft: (field: MediaField, draft: DraftMedia, index: number | null) => void
  /** Opens the system's own file dialog and does the same with what is chosen. */
  readonly browse: (field: MediaField, index: number | null) => void
  /** Sets the media of a field. `placesAfter`: where each earlier place stands now, so that the prompt's references follow. */
  readonly setMedia: (field: MediaField, values: readonly MediaValue[], placesAfter: readonly (number | null)[]) => void
  /** The picture or clip that a mask belongs to, for painting over it; null: there is none yet. */
  readonly mediaUnderMask: (field: MediaField) => KnownMedia | null
  /** Writes "image 2" into the prompt, at the caret. Null: this form has no prompt that could name it. */
  readonly mention: ((field: MediaField, index: number) => void) | null
  /** Files are held over the view right now. */
  readonly isDragging: boolean
  /** A seed that is kept is sent again with the next run; else every run gets one of its own. */
  readonly isSeedKept: (field: string) => boolean
  readonly keepSeed: (field: string, isKept: boolean) => void
}

const Services = createContext<FormServices | null>(null)
export const FormServicesProvider = Services.Provider

export function useFormServices(): FormServices {
  const services = useContext(Services)
  if (services === null) throw new Error('An input of a form stands outside of a form.')
  return services
}
