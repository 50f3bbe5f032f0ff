import { accessibility } from './accessibility'
import { contrast } from './contrast'
import { emptyAudience, projectedBounces, recentMail, undeliverable } from './audience'
import { activeContent, htmlSize, plainText } from './html'
import { imageAlt, imageSize, imageSource } from './images'
import { linkHosts, linkTags } from './link-hosts'
import { linkInsecure, linkMalformed, linkPlaceholder, linkTracked } from './links'
import type { ReviewRule } from './rule'
import { nightTime, schedule } from './schedule'
import { dmarcPolicy, replyTo, senderDomain } from './sender'
import { spamMarkers } from './spam'
import { preheader, subject } from './subject'
import { mailPrograms } from './programs/rule'
import { listUnsubscribe, unsubscribeLink } from './unsubscribe'
import { missingValue, unknownVariable } from './variables'

/** Every rule, in the order in which what they found is told. */
export const rules: readonly ReviewRule[] = [
  emptyAudience,
  unknownVariable,
  missingValue,
  unsubscribeLink,
  senderDomain,
  linkMalformed,
  linkPlaceholder,
  activeContent,
  subject,
  schedule,
  recentMail,
  htmlSize,
  imageAlt,
  imageSource,
  imageSize,
  projectedBounces,
  undeliverable,
  nightTime,
  dmarcPolicy,
  preheader,
  replyTo,
  plainText,
  spamMarkers,
  linkInsecure,
  linkTracked,
  listUnsubscribe,
  linkHosts,
  linkTags,
  accessibility,
  contrast,
  mailPrograms,
]
