import '../../renderer/ui/base.css'
import { createRoot } from 'react-dom/client'
import { TooltipProvider } from '../../renderer/ui/tooltip.tsx'
import { BuildingBlocks } from './building-blocks.tsx'
import { duplicateStateRules } from './force-states.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
duplicateStateRules(document)
createRoot(root).render(
  <TooltipProvider>
    <BuildingBlocks />
  </TooltipProvider>
)
