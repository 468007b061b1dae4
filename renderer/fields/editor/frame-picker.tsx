import { useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { isFileReference, type MediaReference } from '../../../shared/form/values.ts'
import { joinSentences } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { frameTypeFor, saveFrame } from '../../media/video-frame.ts'
import { formatPixelSize } from '../../ui/format.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import { useFormServices } from '../form-services.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorStage } from './editor-stage.tsx'
import { useVideoTime } from './use-video-time.ts'
import { VideoTimeBar } from './video-time-bar.tsx'

/** Dialog for choosing a frame of a video for an image field. The frame replaces the video in the form. */
export function FramePicker({
  field,
  value,
  media,
  index,
  onClose
}: {
  readonly field: MediaField
  readonly value: MediaReference
  readonly media: InspectedMedia
  readonly index: number
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const announce = useAnnounce()
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const viewport = useStageViewport({ frame: size, subject: media.previewUrl })
  const videoTime = useVideoTime()
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function use(): Promise<void> {
    if (isSaving) return
    setIsSaving(true)
    setFault(null)
    const outcome = await saveFrame(
      videoTime.video.current,
      frameTypeFor(field.rule.formats),
      media.facts.name.replace(/\.[^.]+$/, ''),
      isFileReference(value) ? undefined : value
    )
    setIsSaving(false)
    if (!outcome.ok) return setFault(joinSentences(outcome.message, outcome.advice))
    services.addLocalFile(field, outcome.value, index)
    announce(say('{label} added.', { label: field.label }))
    onClose()
  }
  return (
    <EditorDialog
      title={say('Choose a frame')}
      description={say('The frame replaces the video in the form.')}
      viewport={viewport}
      keys={[]}
      tools={null}
      facts={formatPixelSize(size.width, size.height)}
      error={fault}
      action={{ label: say('Use frame'), busy: isSaving && say('Saving…'), run: () => void use() }}
      onClose={onClose}
    >
      <EditorStage
        media={media}
        size={size}
        viewport={viewport}
        videoRef={videoTime.video}
        roleDescription={say('video')}
        label={say('{name}: the frame at the chosen position', { name: media.facts.name })}
      />
      <VideoTimeBar videoTime={videoTime} duration={media.facts.durationInSeconds ?? 0} />
    </EditorDialog>
  )
}
