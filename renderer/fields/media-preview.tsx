import { useRef, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { KnownMedia } from '../../shared/media-facts.ts'
import { say } from '../../shared/words/say.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pic } from '../ui/pic.tsx'
import styles from './media-preview.module.css'

/** What a piece of media looks like: a picture, a clip that plays, a model's sign. A sound has a bar of its own (`SoundBar`). */
export function MediaPreview({ media, alt, fit }: { readonly media: KnownMedia; readonly alt: string; readonly fit: 'cover' | 'contain' }) {
  const { medium } = media.facts
  switch (medium) {
    case 'image':
      return <Pic src={media.previewUrl} alt={alt} fit={fit} className={styles.whole} />
    case 'video':
      return <Clip key={media.previewUrl} src={media.previewUrl} name={alt} />
    case 'audio':
      return <StandIn icon="audio" isClay />
    case 'model':
      return <StandIn icon="model">3D</StandIn>
    case null:
      return <StandIn icon="file" />
    default:
      return assertNever(medium)
  }
}

/** Stands where nothing can be shown: an address that only the service fetches, a file that is gone. */
export function StandIn({
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

/** A clip shows its first frame, and plays when it is asked to. */
function Clip({ src, name }: { readonly src: string; readonly name: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own clip comes without captions */}
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
            look="media"
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
