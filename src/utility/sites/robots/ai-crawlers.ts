/** Crawlers of AI companies, by their user agent name in robots.txt and their operators' documentation. */
export interface AiCrawler {
  readonly agent: string;
  readonly operator: string;
  /** training: model training; search: search results with links; user: on behalf of a person. */
  readonly purpose: 'training' | 'search' | 'user';
}

const crawler = (agent: string, operator: string, purpose: AiCrawler['purpose']): AiCrawler => ({
  agent,
  operator,
  purpose,
});

export const aiCrawlers: readonly AiCrawler[] = [
  crawler('GPTBot', 'OpenAI', 'training'),
  crawler('OAI-SearchBot', 'OpenAI', 'search'),
  crawler('ChatGPT-User', 'OpenAI', 'user'),
  crawler('ClaudeBot', 'Anthropic', 'training'),
  crawler('Claude-SearchBot', 'Anthropic', 'search'),
  crawler('Claude-User', 'Anthropic', 'user'),
  crawler('Claude-Web', 'Anthropic', 'training'),
  crawler('anthropic-ai', 'Anthropic', 'training'),
  crawler('Google-Extended', 'Google', 'training'),
  crawler('GoogleOther', 'Google', 'training'),
  crawler('Google-CloudVertexBot', 'Google', 'user'),
  crawler('Google-NotebookLM', 'Google', 'user'),
  crawler('Applebot', 'Apple', 'search'),
  crawler('Applebot-Extended', 'Apple', 'training'),
  crawler('FacebookBot', 'Meta', 'training'),
  crawler('meta-externalagent', 'Meta', 'training'),
  crawler('meta-externalfetcher', 'Meta', 'user'),
  crawler('PerplexityBot', 'Perplexity', 'search'),
  crawler('Perplexity-User', 'Perplexity', 'user'),
  crawler('CCBot', 'Common Crawl', 'training'),
  crawler('Bytespider', 'ByteDance', 'training'),
  crawler('Amazonbot', 'Amazon', 'training'),
  crawler('Amzn-SearchBot', 'Amazon', 'search'),
  crawler('Amzn-User', 'Amazon', 'user'),
  crawler('bedrockbot', 'Amazon', 'user'),
  crawler('bingbot', 'Microsoft', 'search'),
  crawler('DuckAssistBot', 'DuckDuckGo', 'search'),
  crawler('cohere-ai', 'Cohere', 'training'),
  crawler('cohere-training-data-crawler', 'Cohere', 'training'),
  crawler('AI2Bot', 'Allen Institute for AI', 'training'),
  crawler('Ai2Bot-Dolma', 'Allen Institute for AI', 'training'),
  crawler('PanguBot', 'Huawei', 'training'),
  crawler('PetalBot', 'Huawei', 'search'),
  crawler('Timpibot', 'Timpi', 'training'),
  crawler('omgili', 'Webz.io', 'training'),
  crawler('webzio-extended', 'Webz.io', 'training'),
  crawler('ImagesiftBot', 'Hive', 'training'),
  crawler('img2dataset', 'img2dataset', 'training'),
  crawler('MistralAI-User', 'Mistral', 'user'),
  crawler('PhindBot', 'Phind', 'search'),
  crawler('iaskspider', 'iAsk', 'search'),
  crawler('FirecrawlAgent', 'Firecrawl', 'user'),
  crawler('Diffbot', 'Diffbot', 'training'),
  crawler('YouBot', 'You.com', 'search'),
];
