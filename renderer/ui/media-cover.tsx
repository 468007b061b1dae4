import type { CSSProperties } from 'react'
import { lazy, Suspense, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './media-cover.module.css'
import { ImageFrame } from './image-frame.tsx'

// Loaded with the first audio, because the first view rarely has one.
const Waveform = lazy(async () => ({ default: (await import('./waveform.tsx')).Waveform }))

export type MediaCoverProps = {
  readonly medium: 'image' | 'video' | 'audio' | 'model' | 'text'
  /** URL of the thumbnail, or of the poster of a video or model. */
  readonly thumbnail: string
  /** URL of the file. Used for videos without a poster, to show the first frame. */
  readonly source: string
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

/** A small preview of a file. Texts, and models without a poster, are shown as an icon. The caller sets the size. */
export function MediaCover({ medium, thumbnail, source, className, style }: MediaCoverProps) {
  switch (medium) {
    case 'image':
      return <ImageFrame src={thumbnail} alt="" isLazy className={className} style={style} />
    case 'video':
      return (
        <span className={classNames(styles.cover, className)} style={style}>
          <VideoPicture key={thumbnail} poster={thumbnail} source={source} />
        </span>
      )
    case 'audio':
      return (
        <span className={classNames(styles.cover, className)} style={style}>
          <Suspense fallback={<Icon name="audio" size="l" />}>
            <Waveform key={source} source={source} />
          </Suspense>
        </span>
      )
    case 'model':
      return <ImageFrame src={thumbnail} alt="" icon="model" isLazy className={classNames(styles.model, className)} style={style} />
    case 'text':
      return (
        <span className={classNames(styles.cover, className)} style={style}>
          <Icon name="text" size="l" />
        </span>
      )
  }
}

/** Shows the poster of a video. Shows the video's first frame if it has no poster yet. */
function VideoPicture({ poster, source }: { readonly poster: string; readonly source: string }) {
  const [hasNone, setHasNone] = useState(false)
  if (!hasNone)
    return <img src={poster} alt="" draggable={false} decoding="async" className={styles.video} onError={() => setHasNone(true)} />
  return <video src={source} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" className={styles.video} />
}
