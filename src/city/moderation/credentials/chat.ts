import { defineKind, ends, letters, type PrefixedKind, urlSafe } from './kind.ts';

const snowflake = '\\d{17,20}';

export const chatKinds: readonly PrefixedKind[] = [
  defineKind('a Slack bot token', 'xoxb-', `[A-Za-z0-9-]{20}`),
  defineKind('a Slack user token', ['xoxp-', 'xoxo-'], `[A-Za-z0-9-]{20}`),
  defineKind(
    'a Slack token',
    ['xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
    `[A-Za-z0-9%.-]{20}`,
  ),
  defineKind('a Slack app token', 'xapp-', `\\d-[A-Z0-9]{8,16}-\\d{8,16}-[a-z0-9]{40}`),
  defineKind(
    'a Slack webhook',
    ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'hooks.slack.com/triggers/'],
    `[TE][A-Z0-9]{6,14}/[A-Z0-9]{6,16}/(?:\\d{10,20}/)?${letters}{20}`,
  ),
  defineKind(
    'a Discord webhook',
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    `${snowflake}/${urlSafe}{60}`,
  ),
  defineKind(
    'a Google Chat webhook',
    'chat.googleapis.com/v1/spaces/',
    `${urlSafe}{8,20}/messages\\?key=${urlSafe}{30}`,
  ),
  defineKind('a Feishu webhook', 'open.feishu.cn/open-apis/bot/v2/hook/', `[a-f0-9-]{36}`),
  defineKind('a Facebook access token', 'EAA', `${letters}{100}`),
  defineKind('a Twitter bearer token', 'AAAAAAAAAAAAAAAAAAAAA', `[A-Za-z0-9%]{60}`),
  defineKind(
    'a HubSpot token',
    ['pat-na1-', 'pat-na2-', 'pat-eu1-'],
    `[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}${ends}`,
  ),
];
