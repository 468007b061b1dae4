import { useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import { cropRequirements } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CropEditor } from './crop-editor.tsx'

/** Buttons on an input image that edit a copy of it. */
export function SlotEdits(props: {
  readonly field: MediaField
  readonly value: MediaReference
  readonly media: InspectedMedia
  readonly index: number
  /** Display name of the item. */
  readonly name: string
}) {
  const { field, media, name } = props
  const [isCropping, setIsCropping] = useState(false)
  if (field.isMask || field.medium !== 'image' || cropRequirements({ ...field.rule, medium: 'image' }, media.facts) === null) return null
  return (
    <>
      <IconButton label={say('Crop {name}', { name })} icon="crop" variant="media" size="small" onClick={() => setIsCropping(true)} />
      {isCropping && <CropEditor {...props} onClose={() => setIsCropping(false)} />}
    </>
  )
}
