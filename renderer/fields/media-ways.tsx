import { lazy, Suspense, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import type { KnownMedia } from '../../shared/media-facts.ts'
import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { takeFor } from './capture.ts'
import { useFormServices } from './form-services.ts'
import { useCaptureDevices } from './use-capture-devices.ts'

const LibraryPicker = lazy(async () => ({ default: (await import('./library-picker.tsx')).LibraryPicker }))
const MediaRecorderDialog = lazy(async () => ({ default: (await import('./media-recorder.tsx')).MediaRecorderDialog }))
const MaskPainter = lazy(async () => ({ default: (await import('./mask-painter.tsx')).MaskPainter }))

/**
 * The ways to fill a media field besides dropping and pasting: a file, a result made before, a web address, camera or microphone where
 * there is one; for a mask a brush.
 * `isSmall`: beside media that are there, without words.
 */
export function MediaWays({
  id,
  field,
  name,
  isSmall = false,
  describedBy,
  onOpenAddress
}: {
  /** Of the first of them: where one is led to when something is missing. */
  readonly id?: string | undefined
  readonly field: MediaField
  /** What is added, for their names: "image 3", "Target photo". */
  readonly name: string
  readonly isSmall?: boolean
  readonly describedBy?: string | undefined
  readonly onOpenAddress: () => void
}) {
  const services = useFormServices()
  const [isPicking, setIsPicking] = useState(false)
  const [isRecording, setIsRecording] = useState(false)
  const under = field.isMask ? services.mediaUnderMask(field) : null
  const { hasCamera, hasMicrophone } = useCaptureDevices()
  const take = takeFor(field)
  const canTake = take !== null && (take === 'sound' ? hasMicrophone : hasCamera)
  const size = isSmall ? 'small' : 'normal'
  return (
    <>
      {under !== null && <PaintButton field={field} under={under} before={null} />}
      {!isSmall && (
        <Button id={id} aria-describedby={describedBy} icon="folder" onClick={() => services.browse(field, null)}>
          {say('Browse…')}
        </Button>
      )}
      <IconButton label={say('Choose {name} from the library', { name })} icon="library" size={size} onClick={() => setIsPicking(true)} />
      <IconButton label={say('Give the web address of {name}', { name })} icon="link" size={size} onClick={onOpenAddress} />
      {canTake && (
        <IconButton
          label={
            take === 'photo'
              ? say('Take a photo for {name}', { name })
              : take === 'clip'
                ? say('Record a clip for {name}', { name })
                : say('Record {name}', { name })
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
          <LibraryPicker field={field} name={name} onClose={() => setIsPicking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the painter over the picture that the mask belongs to. */
export function PaintButton({
  field,
  under,
  before,
  isOnMedia = false
}: {
  readonly field: MediaField
  readonly under: KnownMedia
  readonly before: KnownMedia | null
  /** Lies on the mask that is there already. */
  readonly isOnMedia?: boolean
}) {
  const [isPainting, setIsPainting] = useState(false)
  return (
    <>
      {isOnMedia ? (
        <IconButton
          label={say('Paint on: {label}', { label: field.label })}
          icon="brush"
          look="media"
          size="small"
          onClick={() => setIsPainting(true)}
        />
      ) : (
        <Button icon="brush" onClick={() => setIsPainting(true)}>
          {say('Paint…')}
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
