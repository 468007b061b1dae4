import { lazy, Suspense, useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { captureTypeFor } from './capture.ts'
import { useFormServices } from './form-services.ts'
import { useCaptureDevices } from './use-capture-devices.ts'

const LibraryPicker = lazy(async () => ({ default: (await import('./library-picker.tsx')).LibraryPicker }))
const MediaRecorderDialog = lazy(async () => ({ default: (await import('./media-recorder.tsx')).MediaRecorderDialog }))
const MaskPainter = lazy(async () => ({ default: (await import('./editor/mask-painter.tsx')).MaskPainter }))

/**
 * Buttons that fill a media field from sources such as a file or a camera. Masks also have a paint button. Without an `id`, the Browse
 * button is omitted.
 */
export function MediaSources({
  id,
  field,
  name,
  isSmall = false,
  describedBy,
  onOpenAddress
}: {
  /** ID of the Browse button, which gets the focus if the field has a validation error. */
  readonly id?: string | undefined
  readonly field: MediaField
  /** Name of the item to add, for labels, such as "image 3" or "Target photo". */
  readonly name: string
  readonly isSmall?: boolean
  readonly describedBy?: string | undefined
  readonly onOpenAddress: () => void
}) {
  const services = useFormServices()
  const [isPicking, setIsPicking] = useState(false)
  const [isRecording, setIsRecording] = useState(false)
  const under = field.isMask ? services.maskTarget(field) : null
  const { hasCamera, hasMicrophone } = useCaptureDevices()
  const take = captureTypeFor(field)
  const canTake = take !== null && (take === 'sound' ? hasMicrophone : hasCamera)
  const size = isSmall ? 'small' : 'normal'
  return (
    <>
      {under !== null && <PaintMaskButton field={field} under={under} before={null} size={size} />}
      {id !== undefined && (
        <Button id={id} aria-describedby={describedBy} icon="folder" size={size} onClick={() => services.browse(field, null)}>
          {say('Browse…')}
        </Button>
      )}
      <IconButton label={say('Choose from the library: {name}', { name })} icon="library" size={size} onClick={() => setIsPicking(true)} />
      <IconButton label={say('Enter a web address for {name}', { name })} icon="link" size={size} onClick={onOpenAddress} />
      {canTake && (
        <IconButton
          label={
            take === 'photo'
              ? say('Take a photo for {name}', { name })
              : take === 'clip'
                ? say('Record a video for {name}', { name })
                : say('Record audio for {name}', { name })
          }
          icon={take === 'sound' ? 'microphone' : 'camera'}
          size={size}
          onClick={() => setIsRecording(true)}
        />
      )}
      {isRecording && take !== null && (
        <Suspense fallback={null}>
          <MediaRecorderDialog field={field} take={take} onClose={() => setIsRecording(false)} />
        </Suspense>
      )}
      {isPicking && (
        <Suspense fallback={null}>
          <LibraryPicker
            field={field}
            onTake={(itemIds) =>
              services.addValues(
                field,
                itemIds.map((item) => ({ item })),
                null
              )
            }
            onClose={() => setIsPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Button that opens the mask painter. `under` is the image or video beneath the mask, and `before` is the existing mask, if any. */
export function PaintMaskButton({
  field,
  under,
  before,
  look = 'button',
  size = 'normal'
}: {
  readonly field: MediaField
  readonly under: InspectedMedia
  readonly before: InspectedMedia | null
  /** `media` is for a button on an existing mask, and `quiet` for a button beside one. */
  readonly look?: 'button' | 'media' | 'quiet'
  readonly size?: 'normal' | 'small'
}) {
  const [isPainting, setIsPainting] = useState(false)
  return (
    <>
      {look !== 'button' ? (
        <IconButton
          label={say('Edit {label}', { label: field.label })}
          icon="brush"
          variant={look}
          size="small"
          onClick={() => setIsPainting(true)}
        />
      ) : (
        <Button icon="brush" size={size} onClick={() => setIsPainting(true)}>
          {say('Paint a mask…')}
        </Button>
      )}
      {isPainting && (
        <Suspense fallback={null}>
          <MaskPainter field={field} under={under} before={before} onClose={() => setIsPainting(false)} />
        </Suspense>
      )}
    </>
  )
}
