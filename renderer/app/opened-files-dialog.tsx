import { useMemo, useState } from 'react'
import type { InputMedium } from '../../shared/form/json-schema.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { formatCount } from '../ui/format.ts'
import type { InputTarget } from '../media/input-targets.ts'
import { useInputTargetItems } from '../media/use-input-target-items.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import { mediaFactTexts } from '../fields/media-fact-texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
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
const kinds: { readonly [medium in InputMedium]: { readonly label: string; readonly icon: 'image' | 'video' | 'audio' | 'model' } } = {
  image: { label: word('Images'), icon: 'image' },
  video: { label: word('Videos'), icon: 'video' },
  audio: { label: word('Audio'), icon: 'audio' },
  model: { label: word('3D models'), icon: 'model' }
}

/** Lists every capability field that accepts the files opened from outside Kiln. Choosing a field fills the form without sending it. */
export function OpenedFilesDialog({ arrived, onClose, onUse }: OpenedFilesDialogProps) {
  const known = useMemo(() => arrived.files.filter(isKnown), [arrived])
  const media = [...new Set(known.map(({ facts }) => facts.medium))]
  const [wanted, setWanted] = useState<InputMedium | null>(null)
  const medium = media.find((one) => one === wanted) ?? media[0] ?? null
  const chosen = known.filter(({ facts }) => facts.medium === medium)
  const capabilities = useCapabilities()
  const chosenMedia = useMemo(
    () => (medium === null ? null : known.filter(({ facts }) => facts.medium === medium).map(() => medium)),
    [known, medium]
  )
  const places = useInputTargetItems(chosenMedia)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={say('Use as input for…')}
      description={say('The form opens with your selection. Nothing is sent until you generate.')}
    >
      {chosen.length > 0 && (
        <ul aria-label={say('Files')} className={styles.files}>
          {chosen.slice(0, maxShown).map((file) => (
            <li key={file.draft} className={styles.file}>
              <MediaCover medium={file.facts.medium} thumbnail={file.previewUrl} source={file.previewUrl} className={styles.cover} />
              <div className={styles.words}>
                <div dir="auto" className="strong cut" title={file.facts.name}>
                  {file.facts.name}
                </div>
                <div className="small ink-3 cut">{mediaFactTexts(file.facts).join(' · ')}</div>
              </div>
            </li>
          ))}
          {chosen.length > maxShown && (
            <li className={`small ink-3 ${styles.more}`}>{say('and {count, number} more', { count: chosen.length - maxShown })}</li>
          )}
        </ul>
      )}
      {media.length > 1 && (
        <SegmentedControl
          label={say('File type')}
          options={media.map((one) => ({
            value: one,
            icon: kinds[one].icon,
            label: `${say(kinds[one].label)} ${formatCount(known.filter(({ facts }) => facts.medium === one).length)}`
          }))}
          value={medium}
          onChange={setWanted}
        />
      )}
      {chosen.length > 0 && (
        <div className={styles.places}>
          <SearchMenu
            label={say('Use as input for')}
            placeholder={say('Search capabilities and fields')}
            items={places}
            onChoose={({ id }) => {
              const chosenPlace = places.find((one) => one.id === id)
              if (chosenPlace !== undefined) onUse(chosenPlace.target, chosen)
            }}
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

function isKnown(file: LocalMedia): file is KnownFile {
  return file.facts.medium !== null
}
