/** Maps, media, comments and social networks embedded in pages. Notation: see ../rule.ts. */
export const embeds = `
HERE Maps|maps|s:js.api.here.com
Bing Maps|maps|s:www.bing.com/api/maps
Apple MapKit|maps|s:cdn.apple-mapkit.com
Yandex Maps|maps|s:api-maps.yandex.ru
Baidu Maps|maps|s:api.map.baidu.com
Amap|maps|s:webapi.amap.com
Naver Maps|maps|s:openapi.map.naver.com
Kakao Maps|maps|s:dapi.kakao.com
2GIS|maps|s:maps.api.2gis
MapLibre|maps|s:maplibre
MapTiler|maps|s:api.maptiler.com
TomTom Maps|maps|s:api.tomtom.com
ArcGIS|maps|s:js.arcgis.com
Cesium|maps|s:cesium.js
CARTO|maps|x:.cartocdn.com s:.carto.com
deck.gl|maps|s:deck.gl
OpenStreetMap|maps|x:tile.openstreetmap.org x:openstreetmap.org/export/embed
Plyr|video|s:plyr
MediaElement.js|video|s:mediaelement
Flowplayer|video|s:flowplayer
hls.js|video|s:hls.min.js s:hls.js
dash.js|video|s:dash.all
Shaka Player|video|s:shaka-player
Clappr|video|s:clappr
Bitmovin|video|s:bitmovin
Kaltura|video|s:kaltura
Brightcove|video|s:players.brightcove.net
Vidyard|video|s:play.vidyard.com
Loom|video|x:loom.com/embed/
Dailymotion|video|x:dailymotion.com/embed
Twitch|video|x:player.twitch.tv
Mux|video|s:@mux/ x:stream.mux.com
Cloudflare Stream|video|x:.cloudflarestream.com
SoundCloud|media|x:w.soundcloud.com/player
Spotify|media|x:open.spotify.com/embed
Apple Podcasts|media|x:embed.podcasts.apple.com
Buzzsprout|media|s:buzzsprout.com
Uploadcare|media|x:ucarecdn.com
ImageKit|media|x:ik.imagekit.io
Sirv|media|x:.sirv.com
TwicPics|media|x:.twic.pics
Filestack|media|x:cdn.filestackcontent.com
ImageEngine|media|x:.imgeng.in
Gumlet|media|x:.gumlet.io
Optimole|media|x:.optimole.com
Jetpack Photon|media|x:i0.wp.com
Adobe Scene7|media|x:scene7.com/is/image
Cloudimage|media|x:.cloudimg.io
Amplience|media|x:cdn.media.amplience.net
Commento|comments|s:commento.io/js
Hyvor Talk|comments|s:talk.hyvor.com
utterances|comments|s:utteranc.es
giscus|comments|s:giscus.app
Isso|comments|x:data-isso=
Remark42|comments|s:remark42
OpenWeb|comments|s:launcher.spot.im
Viafoura|comments|s:viafoura
Facebook SDK|social|x:id="fb-root" x:facebook-jssdk
X Widgets|social|s:platform.twitter.com/widgets.js
Instagram Embed|social|s:instagram.com/embed.js
TikTok Embed|social|s:tiktok.com/embed.js
Pinterest Widgets|social|s:assets.pinterest.com/js
LinkedIn Platform|social|s:platform.linkedin.com
AddToAny|social|s:static.addtoany.com
Shareaholic|social|s:shareaholic
Reddit Embed|social|s:embed.reddit.com
Bluesky Embed|social|s:embed.bsky.app
Issuu|documents|s:e.issuu.com
Scribd|documents|x:scribd.com/embeds/
SlideShare|documents|x:slideshare.net/slideshow/embed
Flipsnack|documents|s:flipsnack.com
PDF.js|documents|s:pdf.min.js s:pdfjs-dist
Figma Embed|documents|x:figma.com/embed
Airtable Embed|documents|x:airtable.com/embed
CodePen|documents|s:codepen.io/assets/embed
GitHub Gist|documents|s:gist.github.com
Giphy|media|x:giphy.com/embed/
Klipfolio|documents|s:embed.klipfolio.com
Tableau|documents|s:public.tableau.com s:tableau.embedding
Power BI|documents|x:app.powerbi.com/
Flourish|documents|s:public.flourish.studio
Datawrapper|documents|x:datawrapper.dwcdn.net
Infogram|documents|s:e.infogram.com
`;
