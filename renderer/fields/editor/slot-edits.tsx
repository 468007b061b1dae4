import { useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import { cropRequirements } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CropEditor } from './crop-editor.tsx'
import { FramePicker } from './frame-picker.tsx'

/** Button on the media of an image field: crops an image, or chooses a frame of a video. */
export function SlotEdits(props: {
  readonly field: MediaField
  readonly value: MediaReference
  readonly media: InspectedMedia
  readonly index: number
  /** Display name of the item. */
  readonly name: string
}) {
  const { field, media, name } = props
  const [isOpen, setIsOpen] = useState(false)
  const isVideo = media.facts.medium === 'video' && media.facts.width !== null
  if (field.isMask || (!isVideo && cropRequirements({ ...field.rule, medium: 'image' }, media.facts) === null)) return null
  const close = (): void => setIsOpen(false)
  return (
    <>
      <IconButton
        label={isVideo ? say('Choose a frame for {name}', { name }) : say('Crop {name}', { name })}
        icon={isVideo ? 'image' : 'crop'}
        variant="media"
        size="small"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (isVideo ? <FramePicker {...props} onClose={close} /> : <CropEditor {...props} onClose={close} />)}
    </>
  )
}
