import {
  CircleX,
  Database,
  FileUp,
  Globe,
  Layers,
  LayoutTemplate,
  Megaphone,
  Pencil,
  RefreshCw,
  Send,
  ShieldCheck,
  Trash2,
  Undo2,
  UserMinus,
  UserPen,
  Workflow,
  Zap,
  type LucideIcon,
} from '@lucide/vue'
import type { ActivityHead } from '../../../src-shared/bridge/activity'

/** What a path is about, by its beginning. */
const ofPath: readonly [string, LucideIcon][] = [
  ['/v1/send', Send],
  ['/v1/track', Zap],
  ['/v1/verify', ShieldCheck],
  ['/contacts', UserPen],
  ['/segments', Layers],
  ['/campaigns', Megaphone],
  ['/templates', LayoutTemplate],
  ['/workflows', Workflow],
  ['/domains', Globe],
]

/** What is told of an entry, where its path does not say it. */
const ofSign: Partial<Record<string, LucideIcon>> = {
  'told.importFile': FileUp,
  'told.undo': Undo2,
  'told.undoImport': Undo2,
  'told.verifyList': ShieldCheck,
  'told.verifyImport': ShieldCheck,
  'told.deletePeople': Trash2,
  'told.unsubscribePeople': UserMinus,
  'told.unsubscribeContact': UserMinus,
  'told.readRecords': Database,
  'told.changeCampaign': Pencil,
  'told.changeSegment': Pencil,
  'told.changeTemplate': Pencil,
  'told.changeWorkflow': Pencil,
  'told.cancelCampaign': CircleX,
}

/** The sign of an entry. */
export function iconOf({ kind, method, path, told, work }: ActivityHead): LucideIcon {
  if (method === 'DELETE') return Trash2
  const known = ofSign[told?.say ?? '']
  if (known) return known
  if (kind === 'run') return work === null ? RefreshCw : UserPen
  return ofPath.find(([begin]) => path?.startsWith(begin))?.[1] ?? Pencil
}
