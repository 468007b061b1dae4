import { useMemo, useState } from 'react'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import type { InputTarget } from '../media/input-targets.ts'
import { useReportFileAction } from '../media/use-file-actions.ts'
import type { FrameType } from '../media/video-frame.ts'
import { frameTypeFor, saveFrame } from '../media/video-frame.ts'
import { openFormWithFiles } from '../navigation/open-form.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { InputTargetMenu } from './input-target-menu.tsx'

/**
 * Button for the shown frame of a video. Opens a form with the frame, saves it as a file or copies it. `title`: the video’s title. `video`
 * returns the element that shows the video, or null.
 */
export function UseFrameButton({
  itemId,
  title,
  video
}: {
  readonly itemId: string
  readonly title: string
  readonly video: () => HTMLVideoElement | null
}) {
  const [isOpen, setIsOpen] = useState(false)
  const fail = useFailureToast()
  const report = useReportFileAction()
  const media = useMemo(() => (isOpen ? (['image'] as const) : null), [isOpen])

  function show(isShown: boolean): void {
    // Pauses the video, so that the saved frame is the one that the user saw.
    if (isShown) video()?.pause()
    setIsOpen(isShown)
  }
  async function save(type: FrameType): Promise<LocalMedia | null> {
    setIsOpen(false)
    const frame = await saveFrame(video(), type, title, { item: itemId })
    if (frame.ok) return frame.value
    fail(frame)
    return null
  }
  async function open(target: InputTarget): Promise<void> {
    const frame = await save(frameTypeFor(target.field.rule.formats))
    // Main already knows that the file is a frame, and which result it came from.
    if (frame !== null) openFormWithFiles(target, [frame])
  }
  async function saveAs(): Promise<void> {
    const frame = await save('image/png')
    if (frame !== null) report(await request('media.saveAs', { draft: frame.draft }), say('Saved'))
  }
  async function copy(): Promise<void> {
    const frame = await save('image/png')
    if (frame !== null) report(await request('media.copyImage', { draft: frame.draft }), say('Copied'))
  }
  return (
    <Popover
      label={say('Use frame in')}
      side="top"
      isOpen={isOpen}
      onOpenChange={show}
      trigger={
        <Button size="small" variant="quiet" icon="camera" title={say('Use frame in…')}>
          {say('Use frame in…')}
        </Button>
      }
    >
      <InputTargetMenu
        media={media}
        onChoose={(target) => void open(target)}
        empty={say('No capability accepts this as input.')}
        foot={
          <>
            <Button size="small" variant="quiet" icon="download" onClick={() => void saveAs()}>
              {say('Save frame as…')}
            </Button>
            <Button size="small" variant="quiet" icon="copy" onClick={() => void copy()}>
              {say('Copy frame')}
            </Button>
          </>
        }
      />
    </Popover>
  )
}
