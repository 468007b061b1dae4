import { useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import { cropRequirements } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CropEditor } from './crop-editor.tsx'
import { FramePicker } from './frame-picker.tsx'

type SlotEditsProps = {
  readonly field: MediaField
  readonly value: MediaReference
  readonly media: InspectedMedia
  readonly index: number
  /** Display name of the item. */
  readonly name: string
}

/** Button on an image that crops it. Null if Kiln can't crop it. */
export function CropButton(props: SlotEditsProps) {
  const { field, media, name } = props
  const [isOpen, setIsOpen] = useState(false)
  if (field.isMask || cropRequirements({ ...field.rule, medium: 'image' }, media.facts) === null) return null
  return (
    <>
      <IconButton label={say('Crop {name}', { name })} icon="crop" variant="media" size="small" onClick={() => setIsOpen(true)} />
      {isOpen && <CropEditor {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Button beside a video in an image field that chooses one of its frames. Null if the size of the video is unknown. */
export function FrameButton(props: SlotEditsProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (props.field.isMask || props.media.facts.width === null) return null
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {say('Choose a frame…')}
      </Button>
      {isOpen && <FramePicker {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
