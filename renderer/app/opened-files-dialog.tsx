import { useMemo, useState } from 'react'
import type { InputMedium } from '../../shared/form/json-schema.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatInputCount } from '../../shared/phrases/media-nouns.ts'
import { InputTargetMenu } from '../actions/input-target-menu.tsx'
import { classNames } from '../ui/class-names.ts'
import type { InputTarget } from '../media/input-targets.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import { mediaFactTexts } from '../fields/media-fact-texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import styles from './opened-files-dialog.module.css'
import { unusableFilesMessages } from './unusable-files-messages.ts'
import type { OpenedFiles } from '../navigation/use-open-requests.ts'

export type OpenedFilesDialogProps = {
  readonly arrived: OpenedFiles
  readonly onClose: () => void
  readonly onUse: (place: InputTarget, drafts: readonly LocalMedia[]) => void
}

type KnownFile = LocalMedia & { readonly facts: { readonly medium: InputMedium } }

/** Files beyond this number are only counted. */
const maxShown = 6

/**
 * Shows the files opened from outside Kiln, and the capabilities that accept them. One medium is used at a time. Choosing a capability fills
 * its form without sending it.
 */
export function OpenedFilesDialog({ arrived, onClose, onUse }: OpenedFilesDialogProps) {
  const known = useMemo(() => arrived.files.filter(isKnown), [arrived])
  const media = useMemo(() => [...new Set(known.map(({ facts }) => facts.medium))], [known])
  const [wanted, setWanted] = useState<InputMedium | null>(null)
  const medium = media.find((one) => one === wanted) ?? media[0] ?? null
  const chosen = useMemo(() => known.filter(({ facts }) => facts.medium === medium), [known, medium])
  const chosenMedia = useMemo(() => chosen.map(({ facts }) => facts.medium), [chosen])
  const capabilities = useCapabilities()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={say('Use as input for…')}
      description={say('The form opens with your selection. Nothing is sent until you generate.')}
    >
      {known.length > 0 && <FileList files={known} medium={medium} />}
      {media.length > 1 && (
        <div className={styles.choice}>
          <span className="small ink-2">{say('Files to use')}</span>
          <SegmentedControl
            label={say('Files to use')}
            options={media.map((one) => ({
              value: one,
              icon: one,
              label: formatInputCount(known.filter(({ facts }) => facts.medium === one).length, one)
            }))}
            value={medium}
            onChange={setWanted}
          />
        </div>
      )}
      {chosen.length > 0 && (
        <div className={styles.places}>
          <InputTargetMenu
            key={medium}
            media={chosenMedia}
            onChoose={(target) => onUse(target, chosen)}
            empty={
              capabilities.state === 'ready'
                ? chosen.length > 1
                  ? say('No capability accepts this many files at once.')
                  : say('No capability accepts this as input.')
                : say('Loading capabilities…')
            }
          />
        </div>
      )}
      {unusableFilesMessages(arrived).map(({ icon, description }) => (
        <p key={description} className={`small ink-2 ${styles.note}`}>
          <Icon name={icon} size="s" />
          <span>{description}</span>
        </p>
      ))}
    </Dialog>
  )
}

/** The files, with those of `medium` first. Files of another medium are dimmed. */
function FileList({ files, medium }: { readonly files: readonly KnownFile[]; readonly medium: InputMedium | null }) {
  const shown = [...files.filter(({ facts }) => facts.medium === medium), ...files.filter(({ facts }) => facts.medium !== medium)].slice(
    0,
    maxShown
  )
  return (
    <ul aria-label={say('Files')} className={styles.files}>
      {shown.map((file) => (
        <li key={file.draft} className={classNames(styles.file, file.facts.medium !== medium && styles.unused)}>
          <MediaCover medium={file.facts.medium} thumbnail={file.previewUrl} source={file.previewUrl} className={styles.cover} />
          <div className={styles.words}>
            <div dir="auto" className="strong cut" title={file.facts.name}>
              {file.facts.name}
            </div>
            <div className="small ink-3 cut">{mediaFactTexts(file.facts).join(' · ')}</div>
          </div>
        </li>
      ))}
      {files.length > maxShown && (
        <li className={`small ink-3 ${styles.more}`}>{say('and {count, number} more', { count: files.length - maxShown })}</li>
      )}
    </ul>
  )
}

function isKnown(file: LocalMedia): file is KnownFile {
  return file.facts.medium !== null
}
