/** What others may use of the team: who shares the folder, their sign-offs, and what is remembered of it. */
export { TeamSignOffs } from './sign-offs'
export { storedTeamSchema, type TeamStore } from './stored'
export { Team } from './team'
