import { useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import { canCutAudio, cropRequirements } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFormServices } from '../form-services.ts'
import { AudioRange } from './audio-range.tsx'
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

/** Button on or beside an image that crops it. Null if Kiln can't crop it. */
export function CropButton({ look, ...props }: SlotEditsProps & { readonly look: 'media' | 'quiet' }) {
  const { field, media, name } = props
  const [isOpen, setIsOpen] = useState(false)
  if (field.isMask || cropRequirements({ ...field.rule, medium: 'image' }, media.facts) === null) return null
  return (
    <>
      <IconButton label={say('Crop {name}', { name })} icon="crop" variant={look} size="small" onClick={() => setIsOpen(true)} />
      {isOpen && <CropEditor {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Button on an audio file that replaces the file with a part of it. Null if Kiln can't cut the file. */
export function CutButton(props: SlotEditsProps) {
  const { media, name } = props
  const [isOpen, setIsOpen] = useState(false)
  if (!canCutAudio(media.facts)) return null
  return (
    <>
      <IconButton label={say('Cut {name}', { name })} icon="cut" variant="quiet" size="small" onClick={() => setIsOpen(true)} />
      {isOpen && <AudioCutter {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Dialog for cutting an input audio file. A copy of the chosen part replaces the file in the form. The original file stays. */
function AudioCutter({ field, value, media, index, onClose }: SlotEditsProps & { readonly onClose: () => void }) {
  const services = useFormServices()
  const duration = media.facts.durationInSeconds ?? 0
  const [range, setRange] = useState({ start: 0, end: duration })
  const [isBusy, setIsBusy] = useState(false)
  const isWhole = range.start <= 0 && range.end >= duration
  async function cut(): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    await services.cut(field, value, index, range)
    onClose()
  }
  return (
    <AudioRange
      media={media}
      duration={duration}
      range={range}
      onChange={setRange}
      title={say('Cut audio')}
      action={{ label: say('Cut audio'), notReady: isWhole, busy: isBusy && say('Cutting…'), run: () => void cut() }}
      onClose={onClose}
    />
  )
}

/** Button that replaces a video in an image field with one of the video's frames. Null if the video's size is unknown. */
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
