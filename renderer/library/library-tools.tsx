import { useStore } from 'zustand'
import { librarySorts } from '../../shared/whole-library.ts'
import type { LibrarySort } from '../../shared/library.ts'
import { say, word } from '../../shared/words/say.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Select } from '../ui/select.tsx'
import { Slider } from '../ui/slider.tsx'
import { askLibrary, libraryMemory, rowHeights } from './library-memory.ts'
import styles from './library-view.module.css'
import { showReport } from './use-library-report.ts'

const sortWords: Readonly<Record<LibrarySort, string>> = {
  newest: word('Newest first'),
  oldest: word('Oldest first'),
  stars: word('Most stars'),
  largest: word('Largest files'),
  name: 'Name'
}

/** Order, how large the tiles are, and whether all files are there. */
export function LibraryTools() {
  const sort = useStore(libraryMemory, ({ query }) => query.sort)
  const rowHeight = useStore(libraryMemory, (memory) => memory.rowHeight)
  return (
    <>
      <Select
        label={say('Sort by')}
        look="quiet"
        options={librarySorts.map((value) => ({ value, label: say(sortWords[value]) }))}
        value={sort}
        onChange={(next) => askLibrary({ sort: next })}
      />
      <div className={styles.size}>
        <Slider
          label={say('Tile size')}
          min={rowHeights.least}
          max={rowHeights.most}
          step={rowHeights.step}
          value={rowHeight}
          valueText={say('Rows of {rowHeight} pixels', { rowHeight })}
          onChange={(next) => libraryMemory.setState({ rowHeight: next })}
        />
      </div>
      <IconButton label={say('Files of the library')} icon="folder" tooltipSide="bottom" onClick={() => showReport(true)} />
    </>
  )
}
