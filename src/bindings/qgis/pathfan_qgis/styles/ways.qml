<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22" styleCategories="Symbology">
  <renderer-v2 type="singleSymbol"><symbols><symbol type="line" name="0"><layer class="SimpleLine"><Option type="Map"><Option type="QString" name="line_color" value="46,92,158,255"/><Option type="QString" name="line_width" value="0.8"/></Option></layer></symbol></symbols></renderer-v2>
</qgis>
