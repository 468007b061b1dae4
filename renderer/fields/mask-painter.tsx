import { useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { saveCreatedFile } from '../media/inspect-or-save-file.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { formatPixelSize } from '../ui/format.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFormServices } from './form-services.ts'
import { encodeMask } from './mask-canvas.ts'
import styles from './mask-painter.module.css'
import { MaskStage } from './mask-stage.tsx'
import { MaskKeysHelp, MaskTools } from './mask-tools.tsx'
import { forgetUnfinishedMask, useMaskEditor } from './use-mask-editor.ts'

/** Limits for images that can be painted on: the longer edge and the area, in pixels. A canvas can't hold larger images. */
const longestEdge = 16_384
const maxPixels = 120_000_000

/** Dialog for painting a mask over an image or video, at the image's own resolution. */
export function MaskPainter({
  field,
  under,
  before,
  onClose
}: {
  readonly field: MediaField
  /** The image or video beneath. */
  readonly under: InspectedMedia
  /** Existing mask to edit. Null for a new mask. */
  readonly before: InspectedMedia | null
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const announce = useAnnounce()
  const editor = useMaskEditor(under, before)
  const { width, height } = under.facts
  const [isBare, setIsBare] = useState(false)
  const [part, setPart] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const isPaintable = width !== null && height !== null && Math.max(width, height) <= longestEdge && width * height <= maxPixels

  async function use(): Promise<void> {
    const canvas = editor.canvas.current
    if (canvas === null || isSaving) return
    setIsSaving(true)
    setFault(null)
    const takesPng = field.rule.formats === undefined || field.rule.formats.length === 0 || field.rule.formats.includes('png')
    const file = await encodeMask(canvas, takesPng ? 'image/png' : 'image/jpeg')
    const outcome = await saveCreatedFile(file, say('{name} mask', { name: under.facts.name.replace(/\.[^.]+$/, '') }))
    setIsSaving(false)
    if (!outcome.ok) return setFault(joinSentences(outcome.message, outcome.advice))
    forgetUnfinishedMask(under)
    services.addLocalFile(field, outcome.value, 0)
    announce(say('{label} added.', { label: field.label }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Paint a mask')}
      description={
        field.help === null ? say('Paint the areas to change.') : joinSentences(say('Painted areas become white in the mask.'), field.help)
      }
      width="full"
      actions={
        <>
          <span className={styles.facts}>
            {isPaintable && say('{size}, {percent}% painted', { size: formatPixelSize(width, height), percent: Math.round(part * 100) })}
            {fault !== null && <FieldError>{fault}</FieldError>}
          </span>
          <Button onClick={onClose}>{say('Close')}</Button>
          <Button variant="go" notReady={part === 0} busy={isSaving && say('Saving mask…')} onClick={() => void use()}>
            {part === 0 ? say('Paint something first') : say('Use this mask')}
          </Button>
        </>
      }
    >
      {!isPaintable ? (
        <p className="ink-2">{say('This image is too large to paint on. Create the mask in another app, then choose its file.')}</p>
      ) : (
        <div className={styles.room}>
          <MaskTools editor={editor} isBare={isBare} onBare={setIsBare} />
          <MaskStage editor={editor} isBare={isBare} onPainted={setPart} />
          <MaskKeysHelp />
        </div>
      )}
    </Dialog>
  )
}
