import { useRef, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import styles from './media-preview.module.css'

/** Preview of a media item: an image, a playable video, or an icon for all other media. `AudioPlayer` plays audio. */
export function MediaPreview({
  media,
  alt,
  fit
}: {
  readonly media: InspectedMedia
  readonly alt: string
  readonly fit: 'cover' | 'contain'
}) {
  const { medium } = media.facts
  switch (medium) {
    case 'image':
      return <ImageFrame src={media.previewUrl} alt={alt} fit={fit} className={styles.whole} />
    case 'video':
      return <Clip key={media.previewUrl} src={media.previewUrl} name={alt} />
    case 'audio':
      return <MediaPlaceholder icon="audio" isClay />
    case 'model':
      return <MediaPlaceholder icon="model">3D</MediaPlaceholder>
    case null:
      return <MediaPlaceholder icon="file" />
    default:
      return assertNever(medium)
  }
}

/** Placeholder for media without a preview. Examples are a missing file, or a web URL that only the service downloads. */
export function MediaPlaceholder({
  icon,
  isClay = false,
  children
}: {
  readonly icon: Parameters<typeof Icon>[0]['name']
  readonly isClay?: boolean
  readonly children?: string
}) {
  return (
    <div className={classNames(styles.standIn, isClay && styles.clay)}>
      <Icon name={icon} size="l" />
      {children}
    </div>
  )
}

/** A video that shows its first frame and plays on demand. */
function Clip({ src, name }: { readonly src: string; readonly name: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's own video has no captions */}
      <video
        ref={video}
        src={src}
        className={styles.video}
        playsInline
        preload="metadata"
        controls={isPlaying}
        controlsList="nodownload nofullscreen noremoteplayback"
        disablePictureInPicture
        aria-label={name}
        onEnded={() => setIsPlaying(false)}
        onError={() => setIsPlaying(false)}
      />
      {!isPlaying && (
        <span className={styles.play}>
          <IconButton
            label={say('Play {name}', { name })}
            icon="play"
            variant="media"
            onClick={() => {
              setIsPlaying(true)
              void video.current?.play().catch(() => setIsPlaying(false))
            }}
          />
        </span>
      )}
    </>
  )
}
