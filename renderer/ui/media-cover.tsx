import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './media-cover.module.css'
import { Pic } from './pic.tsx'

export type MediaCoverProps = {
  readonly medium: 'image' | 'video' | 'audio' | 'model' | 'text'
  /** Address of a small picture of it; there is one for pictures only. */
  readonly thumbnail: string
  /** Address of the thing itself: a clip shows its first frame. */
  readonly source: string
  readonly className?: string | undefined
}

/** Something that was made, small: a picture, the first frame of a clip, a sound on clay, a model or a text on grey. Give it a size. */
export function MediaCover({ medium, thumbnail, source, className }: MediaCoverProps) {
  switch (medium) {
    case 'image':
      return <Pic src={thumbnail} alt="" isLazy className={className} />
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
