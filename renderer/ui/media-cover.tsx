import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './media-cover.module.css'
import { ImageFrame } from './image-frame.tsx'

export type MediaCoverProps = {
  readonly medium: 'image' | 'video' | 'audio' | 'model' | 'text'
  /** URL of the thumbnail. Used for images only. */
  readonly thumbnail: string
  /** URL of the file. Used for videos only, to show the first frame. */
  readonly source: string
  readonly className?: string | undefined
}

/** A small preview of an image or of a video's first frame. Other media have an icon. The caller sets the size. */
export function MediaCover({ medium, thumbnail, source, className }: MediaCoverProps) {
  switch (medium) {
    case 'image':
      return <ImageFrame src={thumbnail} alt="" isLazy className={className} />
    case 'video':
      return (
        <span className={classNames(styles.cover, className)}>
          <video src={source} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" className={styles.video} />
        </span>
      )
    case 'audio':
      return (
        <span className={classNames(styles.cover, styles.sound, className)}>
          <Icon name="audio" size="l" />
        </span>
      )
    case 'model':
      return (
        <span className={classNames(styles.cover, styles.model, className)}>
          <Icon name="model" size="l" />
        </span>
      )
    case 'text':
      return (
        <span className={classNames(styles.cover, className)}>
          <Icon name="text" size="l" />
        </span>
      )
  }
}
