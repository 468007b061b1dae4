import { useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { joinSentences } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { saveCreatedFile } from '../../media/inspect-or-save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatPixelSize } from '../../ui/format.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { useFormServices } from '../form-services.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { handleZoomKey } from './editor-stage.tsx'
import { handleMaskKey } from './handle-mask-key.ts'
import { encodeMask } from './mask-canvas.ts'
import { MaskStage } from './mask-stage.tsx'
import { MaskTools } from './mask-tools.tsx'
import { discardUnfinishedMask, useMaskEditor } from './use-mask-editor.ts'

/** Limits for images that can be painted on: the longer edge and the area, in pixels. A canvas can't hold larger images. */
const longestEdge = 16_384
const maxPixels = 120_000_000

type MaskPainterProps = {
  readonly field: MediaField
  /** The image or video beneath the mask. */
  readonly under: InspectedMedia
  /** Existing mask to edit. Null for a new mask. */
  readonly before: InspectedMedia | null
  readonly onClose: () => void
}

/** Dialog for painting a mask over an image or video, at the image's own resolution. */
export function MaskPainter(props: MaskPainterProps) {
  const { width, height } = props.under.facts
  if (width !== null && height !== null && Math.max(width, height) <= longestEdge && width * height <= maxPixels)
    return <PaintableMask {...props} />
  return (
    <Dialog isOpen onClose={props.onClose} title={say('Paint a mask')} actions={<Button onClick={props.onClose}>{say('Close')}</Button>}>
      <p className="ink-2">{say('This image is too large to paint on. Create the mask in another app, then choose its file.')}</p>
    </Dialog>
  )
}

function PaintableMask({ field, under, before, onClose }: MaskPainterProps) {
  const services = useFormServices()
  const announce = useAnnounce()
  const editor = useMaskEditor(under, before)
  const { canvas, width, height, isSoft, history, viewport } = editor
  const [isBare, setIsBare] = useState(false)
  const [part, setPart] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function use(): Promise<void> {
    if (canvas.current === null || isSaving) return
    setIsSaving(true)
    setFault(null)
    const takesPng = field.rule.formats === undefined || field.rule.formats.length === 0 || field.rule.formats.includes('png')
    const file = await encodeMask(canvas.current, takesPng ? 'image/png' : 'image/jpeg', isSoft)
    const outcome = await saveCreatedFile(file, say('{name} mask', { name: under.facts.name.replace(/\.[^.]+$/, '') }))
    setIsSaving(false)
    if (!outcome.ok) return setFault(joinSentences(outcome.message, outcome.advice))
    discardUnfinishedMask(under)
    services.addLocalFile(field, outcome.value, 0)
    announce(say('{label} added.', { label: field.label }))
    onClose()
  }
  const percent = Math.round(part * 100)
  return (
    <EditorDialog
      title={say('Paint a mask')}
      description={
        field.help === null ? say('Paint the areas to change.') : joinSentences(say('Painted areas become white in the mask.'), field.help)
      }
      viewport={viewport}
      tools={<MaskTools editor={editor} isBare={isBare} onBare={setIsBare} />}
      keys={['mask']}
      facts={
        <>
          <span>{say('{size}, {percent}% painted', { size: formatPixelSize(width, height), percent })}</span>
          {history.steps.length > 0 && (
            <span className="small ink-3">{say('If you cancel, your painting is kept until Kiln closes.')}</span>
          )}
        </>
      }
      error={fault}
      action={{
        label: part === 0 ? say('Paint something first') : say('Use mask'),
        notReady: part === 0,
        busy: isSaving && say('Saving mask…'),
        run: () => void use()
      }}
      onKeyDown={(event) => void (handleMaskKey(event, editor) || handleZoomKey(event, viewport))}
      onClose={onClose}
    >
      <MaskStage editor={editor} isBare={isBare} onPainted={setPart} />
    </EditorDialog>
  )
}
