import { useRef, useState } from 'react'
import { Banner } from '../../renderer/ui/banner.tsx'
import { Button } from '../../renderer/ui/button.tsx'
import { Badge, Chip, ImageBadge } from '../../renderer/ui/chip.tsx'
import { CopyableText } from '../../renderer/ui/copyable-text.tsx'
import { EmptyState } from '../../renderer/ui/empty-state.tsx'
import { LabelledField } from '../../renderer/ui/field.tsx'
import { ProgressGlow } from '../../renderer/ui/progress-glow.tsx'
import { HelpTip } from '../../renderer/ui/help-tip.tsx'
import { HighlightedText } from '../../renderer/ui/highlighted-text.tsx'
import { IconButton } from '../../renderer/ui/icon-button.tsx'
import { Kbd } from '../../renderer/ui/kbd.tsx'
import { ImageFrame } from '../../renderer/ui/image-frame.tsx'
import { SearchBox } from '../../renderer/ui/search-box.tsx'
import { SearchMenu } from '../../renderer/ui/search-menu.tsx'
import { SavedNote } from '../../renderer/ui/saved-note.tsx'
import { SegmentedControl } from '../../renderer/ui/segmented-control.tsx'
import { Select } from '../../renderer/ui/select.tsx'
import { Slider } from '../../renderer/ui/slider.tsx'
import { StarRating } from '../../renderer/ui/star-rating.tsx'
import { TileStarRating } from '../../renderer/ui/tile-star-rating.tsx'
import { StatusLabel } from '../../renderer/ui/status-label.tsx'
import { Switch } from '../../renderer/ui/switch.tsx'
import { tabPanelProps, Tabs } from '../../renderer/ui/tabs.tsx'
import { TextArea, SingleLineInput } from '../../renderer/ui/text-field.tsx'
import { Timeline } from '../../renderer/ui/timeline.tsx'
import styles from './building-blocks.module.css'
import picture from '../../electron/practice/media/vase-raw.webp'
import { SpecimenBlock, InteractionStates, Specimen } from './specimen.tsx'

const schemes = ['dark', 'light'] as const

/** Every component of the app's UI kit in every state, with both themes side by side. */
export function BuildingBlocks() {
  return (
    <div className={styles.page}>
      {schemes.map((scheme) => (
        // The design tokens are `light-dark()` pairs. `colorScheme` selects one value of each pair for all content here.
        <main key={scheme} aria-label={scheme} className={styles.theme} style={{ colorScheme: scheme }}>
          <h1 className="head">{scheme === 'dark' ? 'Dark' : 'Light'}</h1>
          <Grounds />
          <Buttons />
          <Choices scheme={scheme} />
          <Fields />
          <Words />
          <Media />
          <States />
        </main>
      ))}
    </div>
  )
}

function Grounds() {
  const grounds = [
    'chamber',
    'wall',
    'overlay',
    'stage',
    'fill-1',
    'fill-2',
    'fill-3',
    'accent',
    'accent-tint',
    'needs-fill',
    'failed-fill'
  ]
  return (
    <>
      <SpecimenBlock name="Backgrounds">
        <div className={styles.swatches}>
          {grounds.map((name) => (
            <figure key={name}>
              <div className={styles.swatch} style={{ background: `var(--${name})` }} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
      </SpecimenBlock>
      <SpecimenBlock name="Type">
        <div className={styles.type}>
          <span className="display">Display, once per window</span>
          <span className="head">Page heading</span>
          <span style={{ font: 'var(--title)' }}>View title</span>
          <span style={{ font: 'var(--read)' }}>The user’s text</span>
          <span className="strong">Strong: names and buttons</span>
          <span>Body: everything</span>
          <span className="ink-2">Body: secondary text</span>
          <span className="small ink-3">Small text below a label</span>
        </div>
      </SpecimenBlock>
    </>
  )
}

function Buttons() {
  return (
    <>
      {(['go', 'plain', 'quiet', 'needs'] as const).map((look) => (
        <SpecimenBlock key={look} name={look === 'needs' ? 'Button: needs attention' : `Button: ${look}`}>
          <InteractionStates>
            <Button variant={look} icon="remix">
              Make
            </Button>
          </InteractionStates>
          <Specimen name="busy">
            <Button variant={look} icon="remix" busy="Sending">
              Generate image
            </Button>
          </Specimen>
          <Specimen name="not ready">
            <Button variant={look} notReady>
              Make
            </Button>
          </Specimen>
          <Specimen name="small">
            <Button variant={look} size="small">
              Make
            </Button>
          </Specimen>
        </SpecimenBlock>
      ))}
      <SpecimenBlock name="Button: with price">
        <Specimen name="ready" isWide>
          <Button variant="go" size="big" wide price="20 credits">
            Generate 2 images
          </Button>
        </Specimen>
        <Specimen name="not ready" isWide>
          <Button variant="go" size="big" wide price="20 credits" notReady>
            Generate 2 images
          </Button>
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Icon button">
        <InteractionStates>
          <IconButton label="Trash" icon="trash" />
        </InteractionStates>
        <Specimen name="on">
          <IconButton label="Repeat" icon="repeat" pressed />
        </Specimen>
        <Specimen name="not ready">
          <IconButton label="Undo" icon="undo" notReady />
        </Specimen>
        <Specimen name="plain, big">
          <IconButton label="Play" icon="play" variant="plain" size="big" />
        </Specimen>
        <Specimen name="on an image">
          <div className={styles.media}>
            <IconButton label="Star" icon="star" variant="media" />
          </div>
        </Specimen>
      </SpecimenBlock>
    </>
  )
}

function Choices({ scheme }: { readonly scheme: string }) {
  const [chosen, setChosen] = useState<'one' | 'two'>('one')
  const [isOn, setIsOn] = useState(true)
  const options = [
    { value: 'one', label: 'One' },
    { value: 'two', label: 'Two' }
  ] as const
  return (
    <>
      <SpecimenBlock name="Segments">
        <InteractionStates>
          <SegmentedControl label="Segments" options={options} value={chosen} onChange={setChosen} />
        </InteractionStates>
        <Specimen name="one disabled">
          <SegmentedControl
            label="Segments"
            options={[...options, { value: 'three', label: 'Three', isDisabled: true }]}
            value="one"
            onChange={nothing}
          />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Tabs">
        <Specimen name="selected and not selected">
          <Tabs
            id={`tabs-${scheme}`}
            label="Tabs"
            tabs={options.map((option) => ({ ...option, count: 12 }))}
            value={chosen}
            onChange={setChosen}
          />
          <p {...tabPanelProps(`tabs-${scheme}`, chosen)} className="small ink-3">
            What the tab is about
          </p>
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Chip">
        <InteractionStates>
          <Chip icon="filter" on={false} onClick={nothing}>
            Images
          </Chip>
        </InteractionStates>
        <Specimen name="on">
          <Chip on onClick={nothing}>
            Images
          </Chip>
        </Specimen>
        <Specimen name="not ready">
          <Chip on={false} notReady onClick={nothing}>
            Video
          </Chip>
        </Specimen>
        <Specimen name="removable">
          <Chip removes="vase" onClick={nothing}>
            vase
          </Chip>
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Switch">
        <Specimen name="on" isWide>
          <Switch label="Rotate automatically" checked={isOn} onChange={setIsOn} />
        </Specimen>
        <Specimen name="off, with help" isWide>
          <Switch label="Rotate automatically" help="One turn every ten seconds" checked={!isOn} onChange={(on) => setIsOn(!on)} />
        </Specimen>
        <Specimen name="focus" as="focus-visible" isWide>
          <Switch label="Rotate automatically" checked={false} onChange={nothing} />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Select">
        <InteractionStates>
          <Select label="Select" options={options} value={chosen} onChange={setChosen} />
        </InteractionStates>
        <Specimen name="quiet">
          <Select label="Select" variant="quiet" options={options} value={chosen} onChange={setChosen} />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Slider">
        <Specimen name="rest" isWide>
          <Slider label="Slider" min={0} max={100} value={40} onChange={nothing} />
        </Specimen>
        <Specimen name="focus" as="focus-visible" isWide>
          <Slider label="Slider" min={0} max={100} value={40} onChange={nothing} />
        </Specimen>
        <Specimen name="nothing chosen yet" isWide>
          <Slider label="Slider" min={0} max={100} value={0} isUnset onChange={nothing} />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Stars">
        <Specimen name="no stars">
          <StarRating stars={0} onChange={nothing} />
        </Specimen>
        <Specimen name="three">
          <StarRating stars={3} onChange={nothing} />
        </Specimen>
        <Specimen name="three, on a tile">
          <TileStarRating stars={3} onStars={nothing} />
        </Specimen>
      </SpecimenBlock>
    </>
  )
}

function Search({ words }: { readonly words: string }) {
  const [value, setValue] = useState(words)
  const box = useRef<HTMLInputElement>(null)
  return (
    <SearchBox
      ref={box}
      label={`Search, ${words === '' ? 'empty' : 'filled'}`}
      placeholder="Search by name or purpose"
      value={value}
      onChange={setValue}
      onArrowDown={nothing}
    />
  )
}

function Fields() {
  return (
    <>
      <SpecimenBlock name="Field">
        {(
          [
            ['rest', undefined],
            ['hover', 'hover'],
            ['focus', 'focus-visible']
          ] as const
        ).map(([name, as]) => (
          <Specimen key={name} name={name} isWide {...(as === undefined ? {} : { as })}>
            <SingleLineInput aria-label={`Seed, ${name}`} defaultValue="4711" />
          </Specimen>
        ))}
        <Specimen name="search, empty" isWide>
          <Search words="" />
        </Specimen>
        <Specimen name="search" isWide>
          <Search words="vase" />
        </Specimen>
        <Specimen name="error" isWide>
          <LabelledField label="Seed" error="Enter 0 or more.">
            {(control) => <SingleLineInput {...control} defaultValue="-1" />}
          </LabelledField>
        </Specimen>
        <Specimen name="help and range" isWide>
          <LabelledField label="Seed" aside="0 to 9999" help="The same seed and settings give the same result.">
            {(control) => <SingleLineInput {...control} defaultValue="12" />}
          </LabelledField>
        </Specimen>
        <Specimen name="help on demand">
          <HelpTip label="Seed">The same seed and settings give the same result.</HelpTip>
        </Specimen>
        <Specimen name="text" isWide>
          <TextArea aria-label="Prompt" reading rows={2} defaultValue="A celadon vase on stone stairs" />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Searchable list">
        <Specimen name="on, mixed, off" isWide>
          <SearchMenu
            label="Tag"
            placeholder="Find or create a tag"
            items={[
              { id: 'a', label: 'blue hour', mark: 'on' },
              { id: 'b', label: 'pots', aside: '12', mark: 'some' },
              { id: 'c', label: 'stairs', mark: 'off' }
            ]}
            onChoose={nothing}
          />
        </Specimen>
        <Specimen name="empty" isWide>
          <SearchMenu
            label="Collection"
            placeholder="Find a collection"
            items={[]}
            empty="No collections yet. Type a name to create one."
            onChoose={nothing}
          />
        </Specimen>
      </SpecimenBlock>
    </>
  )
}

const tones = [
  ['working', 'flame', 'Working'],
  ['needs', 'question', 'Needs attention'],
  ['done', 'check', 'Done'],
  ['failed', 'warning', 'Failed'],
  ['held', 'held', 'On hold'],
  ['unknown', 'unknown', 'Unconfirmed'],
  ['plain', 'clock', 'Waiting']
] as const

function Words() {
  return (
    <>
      <SpecimenBlock name="Status label">
        {tones.map(([tone, icon, words]) => (
          <Specimen key={tone} name={tone}>
            <StatusLabel tone={tone} icon={icon}>
              {words}
            </StatusLabel>
          </Specimen>
        ))}
      </SpecimenBlock>
      <SpecimenBlock name="Saved note">
        <Specimen name="with undo">
          <SavedNote onUndo={() => undefined} />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Banner">
        {tones.slice(0, 6).map(([tone, icon, words]) => (
          <Specimen key={tone} name={tone} isWide>
            <Banner tone={tone} icon={icon} title={words} actions={<Button size="small">Do this</Button>}>
              A one-line explanation.
            </Banner>
          </Specimen>
        ))}
      </SpecimenBlock>
      <SpecimenBlock name="Small text">
        <Specimen name="badge">
          <Badge count={2} label="2 need attention" /> <Badge count={120} label="120 failed" tone="failed" />
        </Specimen>
        <Specimen name="key">
          <Kbd>Ctrl K</Kbd>
        </Specimen>
        <Specimen name="found">
          <HighlightedText text="A calm sea" ranges={[[7, 10]]} />
        </Specimen>
        <Specimen name="to copy" isWide>
          <CopyableText what="Task ID" text="task_8a41" onCopy={nothing} />
        </Specimen>
        <Specimen name="to copy, hover" as="hover" isWide>
          <CopyableText what="Task ID" text="task_8a41" onCopy={nothing} />
        </Specimen>
      </SpecimenBlock>
      <SpecimenBlock name="Timeline">
        <Specimen name="steps, the last is current" isWide>
          <Timeline
            label="Timeline"
            steps={tones.slice(0, 3).map(([tone, , words], place) => ({
              key: tone,
              time: `09:0${place}`,
              dateTime: `2026-11-20T09:0${place}`,
              label: words,
              tone,
              reference: null
            }))}
          />
        </Specimen>
      </SpecimenBlock>
    </>
  )
}

function Media() {
  return (
    <SpecimenBlock name="Image and pending tile">
      <Specimen name="image with tag">
        <ImageFrame
          src={picture}
          alt="A vase"
          ratio="4 / 3"
          className={styles.picture}
          bottomStart={<ImageBadge icon="video">0:03</ImageBadge>}
        />
      </Specimen>
      <Specimen name="no image">
        <ImageFrame src={null} alt="" icon="audio" ratio="4 / 3" className={styles.picture} />
      </Specimen>
      <Specimen name="can't be read">
        <ImageFrame src="data:," alt="A lost vase" ratio="4 / 3" className={styles.picture} />
      </Specimen>
      {[
        ['waiting', null],
        ['started', 0.3],
        ['late', 1]
      ].map(([name, heat]) => (
        <Specimen key={name} name={`pending tile, ${name}`}>
          <ProgressGlow heat={typeof heat === 'number' ? heat : null} style={{ width: 88, height: 66 }} />
        </Specimen>
      ))}
      <Specimen name="pending tile, stopped">
        <ProgressGlow isCold style={{ width: 88, height: 66 }} />
      </Specimen>
    </SpecimenBlock>
  )
}

function States() {
  return (
    <SpecimenBlock name="Empty and error">
      <Specimen name="empty" isWide>
        <EmptyState title="No results yet" actions={<Button variant="go">Choose a capability</Button>}>
          New ones appear here.
        </EmptyState>
      </Specimen>
      <Specimen name="error" isWide>
        <EmptyState isCold title="This view couldn’t be displayed" actions={<Button>Try again</Button>}>
          Your tasks continue, and nothing is lost.
        </EmptyState>
      </Specimen>
    </SpecimenBlock>
  )
}

function nothing(): void {
  // The page is for display only, so controls have no effect.
}
