import { useMemo, useState } from 'react'
import type { InputMedium } from '../../shared/json-schema.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import { inARow } from '../../shared/words/join.ts'
import { say, word } from '../../shared/words/say.ts'
import type { InputPlace } from '../bridge/input-places.ts'
import { useInputPlaces } from '../bridge/use-input-places.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import { factsInWords } from '../fields/media-facts-words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { Segments } from '../ui/segments.tsx'
import styles from './files-dialog.module.css'
import type { ArrivedFiles } from './use-arrivals.ts'

export type FilesDialogProps = {
  readonly arrived: ArrivedFiles
  readonly onClose: () => void
  readonly onUse: (place: InputPlace, drafts: readonly DraftMedia[]) => void
}

type KnownFile = DraftMedia & { readonly facts: { readonly medium: InputMedium } }

/** More are counted. */
const mostShown = 6
const kinds: { readonly [medium in InputMedium]: { readonly label: string; readonly icon: 'image' | 'video' | 'audio' | 'model' } } = {
  image: { label: word('Pictures'), icon: 'image' },
  video: { label: word('Videos'), icon: 'video' },
  audio: { label: word('Sounds'), icon: 'audio' },
  model: { label: word('3D models'), icon: 'model' }
}

/** What files that came from outside are for: every field of every capability that takes them. They go into the form, and no farther. */
export function FilesDialog({ arrived, onClose, onUse }: FilesDialogProps) {
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
  const places = useInputPlaces(chosenMedia)
  const strange = arrived.files.filter((file) => !isKnown(file)).map(({ facts }) => facts.name)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={say('Use as input of…')}
      description={say('The form opens with it. Nothing is sent before you press.')}
    >
      {chosen.length > 0 && (
        <ul aria-label={say('Files')} className={styles.files}>
          {chosen.slice(0, mostShown).map((file) => (
            <li key={file.draft} className={styles.file}>
              <MediaCover medium={file.facts.medium} thumbnail={file.previewUrl} source={file.previewUrl} className={styles.cover} />
              <div className={styles.words}>
                <div dir="auto" className="strong cut" title={file.facts.name}>
                  {file.facts.name}
                </div>
                <div className="small ink-3 cut">{factsInWords(file.facts).join(', ')}</div>
              </div>
            </li>
          ))}
          {chosen.length > mostShown && (
            <li className={`small ink-3 ${styles.more}`}>{say('and {count, number} more', { count: chosen.length - mostShown })}</li>
          )}
        </ul>
      )}
      {media.length > 1 && (
        <Segments
          label={say('Kind of file')}
          options={media.map((one) => ({ value: one, icon: kinds[one].icon, label: say(kinds[one].label) }))}
          value={medium}
          onChange={setWanted}
        />
      )}
      {chosen.length > 0 && (
        <div className={styles.places}>
          <SearchMenu
            label={say('Use as input of')}
            placeholder={say('Find a capability or a field')}
            items={places}
            onChoose={({ id }) => {
              const chosenPlace = places.find((one) => one.id === id)
              if (chosenPlace !== undefined) onUse(chosenPlace.place, chosen)
            }}
            empty={
              capabilities.state === 'ready'
                ? chosen.length > 1
                  ? say('No capability takes so many of these together.')
                  : say('No capability takes this as input.')
                : say('What the service can do is being read.')
            }
          />
        </div>
      )}
      <Left names={strange} icon="question" words={say('Kiln does not know this kind of file')} />
      <Left names={arrived.unreadable} icon="warning" words={say('This could not be read')} />
    </Dialog>
  )
}

function Left({
  names,
  icon,
  words
}: {
  readonly names: readonly string[]
  readonly icon: 'question' | 'warning'
  readonly words: string
}) {
  if (names.length === 0) return null
  const shown = names.slice(0, mostShown)
  return (
    <p className={`small ink-2 ${styles.note}`}>
      <Icon name={icon} size="s" />
      <span>{say('{words}: {names}', { words, names: inARow([...shown, ...(names.length > mostShown ? ['…'] : [])]) })}</span>
    </p>
  )
}

function isKnown(file: DraftMedia): file is KnownFile {
  return file.facts.medium !== null
}
