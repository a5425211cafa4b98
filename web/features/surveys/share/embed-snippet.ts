/** HTML that shows a survey on another site, as high as its content. */
export function embedSnippet(surveyId: string, url: string): string {
  return `<iframe id="${surveyId}" src="${url}" title="Survey" style="width:100%;height:600px;border:0"></iframe>
<script>
addEventListener('message', function (event) {
  var frame = document.getElementById('${surveyId}');
  if (event.source === frame.contentWindow && event.data.surveyHeight)
    frame.style.height = event.data.surveyHeight + 'px';
});
</script>`;
}
